// The definitions that cubing.js has: its puzzles, and those that its PuzzleGeometry cuts out of
// solids. Written as KPuzzle JSON into a folder; nothing of them is kept in the repository.
import { mkdirSync, writeFileSync } from "node:fs";
import { getPG3DNamedPuzzles, getPuzzleGeometryByName } from "cubing/puzzle-geometry";
import { puzzles } from "cubing/puzzles";

// As a description is given to gyre: "c f 0.5 f 0".
const descriptionText = ({ shape, cuts }) =>
  [shape, ...cuts.map(({ cutType, distance }) => `${cutType} ${distance}`)].join(" ");

// The same puzzle of gyre's own, where nothing in the definition says which it is.
const kTwins = { "2x2x2": "2x2x2", "3x3x3": "3x3x3", clock: "clock", redi_cube: "redi-cube" };

// What has no twin. Five rows and five columns that are shifted make every even permutation; a
// Square-1 whose slash is never blocked arranges 24 wedges in every way, and its equator in two; the
// 2x2x2x2 has 15!/2 * 12^14 * 4 positions in the hand, which can be held in 192 ways.
const factorial = (n) => (n < 2n ? 1n : n * factorial(n - 1n));
const kCounts = {
  loopover: factorial(25n) / 2n,
  square1: 2n * factorial(24n),
  melindas2x2x2x2: 192n * (factorial(15n) / 2n) * 12n ** 14n * 4n,
};

async function fromPuzzles() {
  const list = [];
  for (const [id, loader] of Object.entries(puzzles)) {
    const { definition } = await loader.kpuzzle();
    const description = definition.experimentalPuzzleDescription;
    const twin = description ? descriptionText(description) : kTwins[id];
    list.push({ id, definition, twin, count: kCounts[id] });
  }
  return list;
}

function fromGeometry() {
  const options = { allMoves: true, addRotations: true };
  return Object.entries(getPG3DNamedPuzzles()).map(([name, twin]) => ({
    id: `geometry-${name.replace(/[^A-Za-z0-9+]/g, "_")}`,
    definition: getPuzzleGeometryByName(name, options).getKPuzzleDefinition(true),
    twin,
  }));
}

// Each with the file it stands in. Some of both kinds are the same; those are kept once.
export async function writeDefinitions(folder) {
  mkdirSync(folder, { recursive: true });
  const seen = new Set();
  const list = [];
  for (const one of [...(await fromPuzzles()), ...fromGeometry()]) {
    const { name, experimentalPuzzleDescription, ...content } = one.definition;
    const text = JSON.stringify(content);
    if (seen.has(text)) continue;
    seen.add(text);
    const file = `${folder}/${one.id}.json`;
    writeFileSync(file, JSON.stringify(one.definition));
    list.push({ ...one, file });
  }
  return list;
}
