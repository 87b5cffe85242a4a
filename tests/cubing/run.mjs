// Gyre reads, counts and solves every definition of cubing.js: GYRE_PROGRAM=.../gyre node run.mjs
// [PART OF A NAME]. Counts are compared with those of gyre's own puzzles, which know nothing of
// cubing.js, and solutions are played by cubing.js, which knows nothing of gyre.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { KPuzzle } from "cubing/kpuzzle";
import { writeDefinitions } from "./definitions.mjs";

const gyre = async (...words) => {
  const { stdout } = await promisify(execFile)(process.env.GYRE_PROGRAM, words, {
    maxBuffer: 1 << 26,
  });
  return stdout;
};
const info = async (puzzle, ...words) =>
  JSON.parse(await gyre("info", "--json", "-q", "--threads", "1", "-p", puzzle, ...words));

// The same numbers, from 0 to below `below`, in every run.
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// All pieces are told apart, and how a middle is turned is forgotten: gyre's own puzzles do not see it.
function factsOf({ definition, file }) {
  const middles = definition.orbits.filter(
    ({ orbitName, numOrientations }) => orbitName.startsWith("CENTERS") && numOrientations > 1,
  );
  const forget = middles.map(({ orbitName }) => `--no-orientation=${orbitName}`);
  return info(file, "--distinguish-all", ...forget);
}

// How often a puzzle can be turned as a whole is of no matter to who counts its positions in the hand,
// but a middle layer that can be turned makes positions of it: as many as there are rotations, or
// fewer where others make some already.
async function checkCount({ twin, count }, facts) {
  const states = BigInt(facts.states);
  if (count !== undefined) assert.equal(states, count);
  if (twin === undefined) return count !== undefined;
  const own = BigInt((await info(twin, "--distinguish-all")).states);
  assert.equal(states % own, 0n, `${states} states, and ${own} of ${twin}`);
  const rotations = BigInt(facts.symmetries.rotations);
  assert.equal(rotations % (states / own), 0n, `${states / own} times ${twin}: ${rotations} rotations`);
  return true;
}

// A few moves, after a turn of the whole puzzle if there is one: gyre solves the puzzle as it is then
// held, so what is left is that turn.
async function checkSolution({ id, definition, file }, facts) {
  const random = randomNumbers(definition.orbits.length * 1000 + id.length);
  const pieces = definition.orbits.reduce((sum, { numPieces }) => sum + numPieces, 0);
  const moves = Array.from({ length: pieces > 2000 ? 2 : 3 }, () => {
    return facts.moves[random(facts.moves.length)];
  });
  const turn = Object.keys(definition.moves).find((name) => /^([xyz]|[A-Z_]+v|[a-z]v|y2)$/.test(name));
  const scramble = [...(turn ? [turn] : []), ...moves].join(" ");
  const solved = new KPuzzle(definition).defaultPattern();
  const solution = (
    await gyre("solve", "-q", "--threads", "1", "--memory", "8M", "--engine", "general", "-p", file, scramble)
  ).trim();
  const left = solved.applyAlg(`${scramble} ${solution}`);
  assert.ok(left.isIdentical(turn ? solved.applyAlg(turn) : solved), `${scramble} | ${solution}`);
  const length = solution === "" ? 0 : solution.split(" ").length;
  assert.ok(length <= moves.length, `${scramble} | ${solution}`);
}

const list = (await writeDefinitions("definitions")).filter(({ id }) => id.includes(process.argv[2] ?? ""));
const waiting = [...list].sort((a, b) => b.definition.orbits.length - a.definition.orbits.length);
const faults = [];
let compared = 0;
async function work() {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    try {
      const facts = await factsOf(one);
      if (await checkCount(one, facts)) ++compared;
      await checkSolution(one, facts);
    } catch (error) {
      faults.push(`${one.id}: ${error.stderr || error.message}`);
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
for (const fault of faults) console.error(fault);
console.log(`${list.length} definitions, ${compared} with known counts, ${faults.length} faults`);
process.exitCode = faults.length === 0 && list.length > 0 ? 0 : 1;
