// The state of the page as the part of its address behind '#', and back. The link holds everything:
// puzzle or definition, position, options, tab, the sequence being played and the move it is at. Long texts are
// compressed. Fields with their usual value are left out, so that a link stays short.

/**
 * @typedef {object} PageState
 * @property {"solve" | "explore" | "batch" | "tables"} tab
 * @property {string} puzzle a name or description; "" if there is a definition
 * @property {{file: string, text: string} | null} definition
 * @property {"moves" | "paint"} input how the position is entered
 * @property {string} position
 * @property {"quick" | "optimal"} engine
 * @property {"htm" | "qtm"} metric
 * @property {string} moves as --moves, "" for all
 * @property {number} number of solutions
 * @property {boolean} all solutions of the least length
 * @property {number | null} seconds
 * @property {number | null} max_length
 * @property {string[]} ignore pieces
 * @property {string} alg the sequence in the player, "" if it is the position itself
 * @property {number} at how many of its moves are done
 * @property {"both" | "3d" | "net"} view
 * @property {string} batch the positions of the batch, one a line
 */

/** @type {Readonly<PageState>} */
export const DEFAULT_STATE = Object.freeze({
  tab: "solve",
  puzzle: "3x3x3",
  definition: null,
  input: "moves",
  position: "",
  engine: "quick",
  metric: "htm",
  moves: "",
  number: 1,
  all: false,
  seconds: null,
  max_length: null,
  ignore: [],
  alg: "",
  at: 0,
  view: "both",
  batch: "",
});

// Texts above this many characters are compressed; below it compressing makes them longer.
const LONG_TEXT = 200;

/** @param {Uint8Array} bytes */
function to_base64url(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function from_base64url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** @param {string} text @returns {Promise<string>} */
export async function compressed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return to_base64url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** @param {string} packed @returns {Promise<string>} */
export async function decompressed(packed) {
  const stream = new Blob([from_base64url(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** Readable in the address bar: a blank is '+', and what a link may hold stays as it is.
 * @param {string} text */
function escaped(text) {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%2F", "/");
}

/** @param {string} key @param {string} text @returns {Promise<string>} */
async function text_field(key, text) {
  return text.length > LONG_TEXT ? `${key}.z=${await compressed(text)}` : `${key}=${escaped(text)}`;
}

/** @param {PageState} state @returns {Promise<string>} without '#' */
export async function encode_state(state) {
  /** @type {string[]} */
  const fields = [];
  /** @param {string} key @param {string | number | boolean | null} value @param {unknown} usual */
  const add = (key, value, usual) => {
    if (value !== usual && value !== null) fields.push(`${key}=${escaped(String(value))}`);
  };
  add("tab", state.tab, DEFAULT_STATE.tab);
  if (state.definition) {
    fields.push(`file=${escaped(state.definition.file)}`);
    fields.push(await text_field("def", state.definition.text));
  } else {
    add("puzzle", state.puzzle, DEFAULT_STATE.puzzle);
  }
  add("input", state.input, DEFAULT_STATE.input);
  if (state.position) fields.push(await text_field("position", state.position));
  add("engine", state.engine, DEFAULT_STATE.engine);
  add("metric", state.metric, DEFAULT_STATE.metric);
  add("moves", state.moves, "");
  add("number", state.number, 1);
  add("all", state.all, false);
  add("seconds", state.seconds, null);
  add("max", state.max_length, null);
  if (state.ignore.length > 0) fields.push(await text_field("ignore", state.ignore.join(" ")));
  if (state.alg) fields.push(await text_field("alg", state.alg));
  if (state.alg) add("at", state.at, 0);
  add("view", state.view, DEFAULT_STATE.view);
  if (state.batch) fields.push(await text_field("batch", state.batch));
  return fields.join("&");
}

/** @param {string | undefined} text @param {number} least @param {number} most @returns {number | null} */
function number_in(text, least, most) {
  const value = Number(text);
  return text !== undefined && text !== "" && value >= least && value <= most ? value : null;
}

/**
 * What a link says; what it does not say or says wrongly gets the usual value. The token is handed
 * out apart, because it is no part of the state.
 * @param {string} hash with or without '#'
 * @returns {Promise<{state: PageState, token: string | null}>}
 */
export async function decode_state(hash) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const equals = part.indexOf("=");
    if (equals <= 0) continue;
    const key = part.slice(0, equals);
    const raw = part.slice(equals + 1);
    try {
      if (key.endsWith(".z")) {
        fields.set(key.slice(0, -2), await decompressed(raw));
      } else {
        fields.set(key, decodeURIComponent(raw.replaceAll("+", "%20")));
      }
    } catch {
      // A damaged field is as good as none.
    }
  }
  /** @type {<T extends string>(key: string, allowed: readonly T[], usual: T) => T} */
  const one_of = (key, allowed, usual) => allowed.find((word) => word === fields.get(key)) ?? usual;
  const text = fields.get("def");
  /** @type {PageState} */
  const state = {
    tab: one_of("tab", ["solve", "explore", "batch", "tables"], "solve"),
    puzzle: text === undefined ? fields.get("puzzle") || DEFAULT_STATE.puzzle : "",
    definition: text === undefined ? null : { file: fields.get("file") || "puzzle.tws", text },
    input: one_of("input", ["moves", "paint"], "moves"),
    position: fields.get("position") ?? "",
    engine: one_of("engine", ["quick", "optimal"], "quick"),
    metric: one_of("metric", ["htm", "qtm"], "htm"),
    moves: fields.get("moves") ?? "",
    number: Math.round(number_in(fields.get("number"), 1, 1_000_000) ?? 1),
    all: fields.get("all") === "true",
    seconds: number_in(fields.get("seconds"), 0, 1e9),
    max_length: number_in(fields.get("max"), 0, 1000),
    ignore: (fields.get("ignore") ?? "").split(/\s+/).filter(Boolean),
    alg: fields.get("alg") ?? "",
    at: number_in(fields.get("at"), 0, 1e6) ?? 0,
    view: one_of("view", ["both", "3d", "net"], "both"),
    batch: fields.get("batch") ?? "",
  };
  return { state, token: fields.get("token") ?? null };
}
