// The puzzle that is chosen: what it is and how it looks, asked from the server once and then shared
// by all tabs.

import { post } from "../shared/api.js";
import { on_change, puzzle_fields } from "../shared/store.js";
import { TurnFinder } from "./turns.js";

/**
 * @typedef {import("./turns.js").Picture} Picture
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {import("./moves.js").MoveClass} MoveClass
 * @typedef {object} PuzzleInfo
 * @property {string} name @property {string} digest @property {boolean} cube3
 * @property {boolean} competition whether competitions have a form for its scrambles
 * @property {number | null} facelets @property {boolean} picture @property {string | null} description
 * @property {{name: string, pieces: number, orientations: number, identities: number}[]} orbits
 * @property {string} metric @property {string[]} moves @property {MoveClass[]} classes
 * @property {string[]} rotations @property {{name: string, definition: string}[]} derived
 */

/** @type {{info: PuzzleInfo, picture: Picture} | null} */
export let current = null;
/** @type {Error | null} */
export let fault = null;

/** Dispatches "loading", then "ready" or "failed". */
export const puzzle_events = new EventTarget();

let asked = 0;

/** @param {Picture} picture so that its farthest corner is at distance 1 from the middle */
function normalised(picture) {
  let radius = 0;
  for (const { cell } of picture.stickers) {
    for (const point of cell) radius = Math.max(radius, Math.hypot(...point));
  }
  const outlines = picture.stickers.flatMap(({ cell, space }) => [cell, space]);
  for (const outline of [...outlines, ...picture.faces.map((face) => face.space)]) {
    for (const point of outline) for (let k = 0; k < 3; ++k) point[k] /= radius;
  }
  return picture;
}

export async function load_puzzle() {
  const turn = ++asked;
  // Until the answer is here there is no puzzle: nothing may be asked about the old one's pieces.
  current = null;
  puzzle_events.dispatchEvent(new Event("loading"));
  try {
    const fields = puzzle_fields();
    const [info, picture] = await Promise.all([
      post("/v1/puzzle", fields),
      post("/v1/picture", fields),
    ]);
    if (turn !== asked) return;
    current = { info, picture: normalised(picture) };
    fault = null;
    finder = null;
    turns.clear();
    puzzle_events.dispatchEvent(new Event("ready"));
  } catch (error) {
    if (turn !== asked) return;
    fault = /** @type {Error} */ (error);
    puzzle_events.dispatchEvent(new Event("failed"));
  }
}

on_change(["puzzle", "definition"], load_puzzle);

const MOST_COLOURS_AT_ONCE = 60_000;

/** @type {TurnFinder | null} */
let finder = null;
/** @type {Map<string, Turn | null>} */
const turns = new Map();

/**
 * The turns of these moves; null for a move that is none. They are found in a well mixed position, where only the right
 * one fits.
 * @param {string[]} names @returns {Promise<(Turn | null)[]>}
 */
export async function turns_of(names) {
  const puzzle = current;
  if (!puzzle || puzzle.picture.stickers.length === 0) return names.map(() => null);
  let unknown = [...new Set(names)].filter((name) => !turns.has(name));
  if (unknown.length > 0) {
    // One question for all moves where that is little: the others will be asked for soon.
    const { moves: all } = puzzle.info;
    if (all.length * puzzle.picture.stickers.length <= MOST_COLOURS_AT_ONCE) {
      unknown = [...new Set([...unknown, ...all.filter((name) => !turns.has(name))])];
    }
    finder ??= new TurnFinder(puzzle.picture);
    const mix = puzzle.info.classes.map((one) => one.moves[0]);
    const position = [...mix, ...mix.toReversed(), ...mix].slice(0, 60).join(" ");
    const { moves, frames } = await post("/v1/play", {
      ...puzzle_fields(),
      position,
      alg: unknown.join(" "),
    });
    if (current !== puzzle) return names.map(() => null);
    // A name that stands for several moves is not asked for one by one: then nothing can be said.
    unknown.forEach((name, i) =>
      turns.set(
        name,
        moves.length === unknown.length && finder
          ? finder.explain([[frames[i], frames[i + 1]]])
          : null,
      ),
    );
  }
  return names.map((name) => turns.get(name) ?? null);
}

/** All turns that have been found so far. @returns {Turn[]} */
export function known_turns() {
  return [...turns.values()].filter((turn) => turn !== null);
}
