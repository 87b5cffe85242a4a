// The state of the page, in one place: it is read from the link, written to it, and whoever shows a part
// of it is told when that part changes.

import { toast } from "./dom.js";
import { DEFAULT_STATE, decode_state, encode_state } from "./link.js";

/** @typedef {import("./link.js").PageState} PageState */

// What of the state belongs to the puzzle and goes with it.
/** @type {Partial<PageState>} */
export const DEFAULTS_FOR_NEW_PUZZLE = Object.freeze({
  input: "moves",
  position: "",
  alg: "",
  at: 0,
  moves: "",
  ignore: [],
  max_length: null,
});

/** @type {PageState} */
export let state = { ...DEFAULT_STATE };

/** @type {{keys: (keyof PageState)[], call: () => void}[]} */
const listeners = [];

/**
 * Calls back when one of these fields has changed.
 * @param {(keyof PageState)[]} keys @param {() => void} call
 */
export function on_change(keys, call) {
  listeners.push({ keys, call });
}

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** @param {Partial<PageState>} patch */
function apply(patch) {
  const changed = /** @type {(keyof PageState)[]} */ (Object.keys(patch)).filter(
    (key) => !same(state[key], patch[key]),
  );
  if (changed.length === 0) return changed;
  state = { ...state, ...patch };
  for (const { keys, call } of listeners) if (keys.some((key) => changed.includes(key))) call();
  return changed;
}

let writing = 0;
let reading = 0;
let entry_wanted = false;
/** The link that says all this, up to date. @returns {Promise<string>} */
export async function link_address() {
  const hash = await encode_state(state);
  return `${location.origin}${location.pathname}${hash ? `#${hash}` : ""}`;
}

/** @param {boolean} new_entry */
async function write_link(new_entry) {
  // A step of the history that is overtaken while its text is packed stays a step.
  entry_wanted ||= new_entry;
  const turn = ++writing;
  const hash = await encode_state(state);
  if (turn !== writing) return;
  const address = hash ? `#${hash}` : location.pathname;
  const push = entry_wanted;
  entry_wanted = false;
  try {
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // Longer than the browser takes as an address.
    toast("This is too much for the address: it does not hold everything.");
  }
}

let link_timer = 0;
/**
 * Changes the state; another tab or puzzle is a step that the browser's Back undoes.
 * @param {Partial<PageState>} patch
 */
export function change(patch) {
  const changed = apply(patch);
  if (changed.length === 0) return;
  clearTimeout(link_timer);
  if (changed.includes("tab") || changed.includes("puzzle") || changed.includes("definition"))
    write_link(true);
  else link_timer = setTimeout(() => write_link(false), 120);
}

/** Reads the link. @returns {Promise<string | null>} the token, if it holds one */
export async function read_link() {
  const turn = ++reading;
  // What was about to be written belongs to the entry that has just been left.
  clearTimeout(link_timer);
  ++writing;
  entry_wanted = false;
  const { state: read, token } = await decode_state(location.hash);
  // The browser has gone on to another entry while this one was unpacked.
  if (turn !== reading) return token;
  apply(read);
  // The token must not stay where it is seen and copied.
  if (token) await write_link(false);
  return token;
}

/** What names the puzzle in a request. @returns {Record<string, unknown>} */
export function puzzle_fields() {
  return state.definition ? { definition: state.definition } : { puzzle: state.puzzle };
}
