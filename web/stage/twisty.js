// The 3D player of the cubing package, fed with our puzzles. It gets neither its own definitions nor
// move names, so that it cannot disagree with gyre: its puzzle is made here out of our stickers in
// space, its moves are our turns under names of our own, and a position is the colours that the
// server says. Leaves out: buttons and time, which are player.js's.

import { centre, cross, dot, normal, unit } from "../puzzle/turns.js";

/**
 * @typedef {import("../puzzle/turns.js").Picture} Picture
 * @typedef {import("../puzzle/turns.js").Turn} Turn
 * @typedef {import("../puzzle/turns.js").Vector} Vector
 */

/** @type {Promise<any> | null} */
let bundle = null;

// The address is made at run time so that tools which look for imports do not ask for a file that
// a build without npm does not have.
/** The bundle, or null if the server has none. @returns {Promise<any>} */
export function load_bundle() {
  bundle ??= import(`${location.origin}/player/player.js`);
  return bundle;
}

/** @type {boolean | null} */
let webgl = null;

// Asked once, and the context given back: a browser has only so many, and takes the oldest away from
// whoever has it, which would be the player.
export function webgl_works() {
  webgl ??= try_webgl();
  return webgl;
}

function try_webgl() {
  try {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

// The player's own puzzles have their corners about this far from the middle; its camera is set for that.
const RADIUS = 1.92;

/** Names that the player's parser takes: letters only. @param {number} index */
function move_name(index) {
  let name = "";
  for (let rest = index; ; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(97 + (rest % 26)) + name;
    if (rest < 26) break;
  }
  return `m_${name}`;
}

let puzzles_made = 0;

/**
 * One puzzle in the player. Stickers with equally many corners are an orbit of it; each orbit has,
 * beside its stickers, one hidden sticker for each colour (and one for "unknown"), because the
 * player shows a position by taking each sticker's colour from another sticker.
 */
export class TwistyView {
  /** @param {any} cubing @param {Picture} picture */
  constructor(cubing, picture) {
    this.cubing = cubing;
    this.picture = picture;
    /** @type {Map<number, number[]>} orbit (number of corners) -> stickers */
    this.orbits = new Map();
    picture.stickers.forEach((sticker, i) => {
      const corners = sticker.cell.length;
      if (!this.orbits.has(corners)) this.orbits.set(corners, []);
      this.orbits.get(corners)?.push(i);
    });
    /** @type {Map<Turn, string>} */
    this.names = new Map();
    this.element = new cubing.TwistyPlayer({
      background: "none",
      controlPanel: "none",
      hintFacelets: "none",
      viewerLink: "none",
      experimentalMovePressInput: "none",
      experimentalDragInput: "auto",
      cameraLatitude: 28,
      cameraLongitude: 34,
      experimentalInitialHintFaceletsAnimation: "none",
    });
    this.element.experimentalSetFlashLevel?.("none");
    this.element.setAttribute("aria-label", "The puzzle in 3D");
    this.#make([]);
  }

  /** @param {number[]} stickers */
  #size(stickers) {
    return stickers.length + this.picture.faces.length + 1;
  }

  /** @param {Turn[]} turns makes the puzzle anew with these moves */
  #make(turns) {
    this.names = new Map(turns.map((turn, i) => [turn, move_name(i)]));
    const old = puzzles_made ? `gyre-${puzzles_made}` : "";
    const id = `gyre-${++puzzles_made}`;
    /** @type {Record<string, any>} */
    const moves = {};
    for (const [turn, name] of this.names) moves[name] = this.#transformation(turn);
    /** @type {Record<string, any>} */
    const pattern = {};
    for (const [corners, stickers] of this.orbits) {
      const size = this.#size(stickers);
      pattern[`S${corners}`] = { pieces: iota(size), orientation: new Array(size).fill(0) };
    }
    const definition = {
      name: id,
      orbits: [...this.orbits].map(([corners, stickers]) => ({
        orbitName: `S${corners}`,
        numPieces: this.#size(stickers),
        numOrientations: 1,
      })),
      defaultPattern: pattern,
      moves,
    };
    this.kpuzzle = new this.cubing.KPuzzle(definition);
    const loader = {
      id,
      fullName: id,
      kpuzzle: async () => this.kpuzzle,
      svg: async () => "",
      pg: async () => ({ get3d: () => this.#stickers3d() }),
    };
    this.cubing.puzzles[id] = loader;
    this.element.puzzle = id;
    delete this.cubing.puzzles[old];
  }

  /** @param {Turn} turn as the player wants it: by slot the sticker that comes to it */
  #transformation(turn) {
    /** @type {Record<string, any>} */
    const data = {};
    for (const [corners, stickers] of this.orbits) {
      const size = this.#size(stickers);
      const permutation = iota(size);
      // The player turns what changes its place or its orientation. With this a centre that stays in
      // its place turns with its layer; an orbit of one orientation shows the same colour either way.
      const orientation = new Array(size).fill(0);
      const place = new Map(stickers.map((sticker, k) => [sticker, k]));
      stickers.forEach((sticker, k) => {
        const to = place.get(turn.to[sticker]);
        if (to !== undefined) permutation[to] = k;
        orientation[k] = turn.moved[sticker];
      });
      data[`S${corners}`] = { permutation, orientationDelta: orientation };
    }
    return data;
  }

  #stickers3d() {
    const { faces, stickers } = this.picture;
    /** @type {any[]} */
    const list = [];
    for (const [corners, members] of this.orbits) {
      const orbit = `S${corners}`;
      members.forEach((sticker, k) =>
        list.push({
          coords: outward(stickers[sticker].cell).flatMap((point) => point.map((x) => x * RADIUS)),
          color: faces[stickers[sticker].face].colour,
          orbit,
          ord: k,
          ori: 0,
          face: stickers[sticker].face,
        }),
      );
      const palette = [...faces.map((face) => face.colour), this.picture.grey];
      palette.forEach((color, k) =>
        list.push({
          coords: hidden_polygon(corners),
          color,
          orbit,
          ord: members.length + k,
          ori: 0,
          face: 0,
          isDup: true,
        }),
      );
    }
    return {
      stickers: list,
      faces: faces.map((_, face) => ({ coords: this.#face_square(face), name: "U" })),
      axis: [...this.names].map(([turn, name]) => ({
        coordinates: turn.axis,
        quantumMove: new this.cubing.Move(name),
        // The player turns clockwise by a whole turn over the order.
        order: (-2 * Math.PI) / turn.angle,
      })),
      unswizzle: (/** @type {any} */ move) => move,
      notationMapper: {
        notationToInternal: (/** @type {any} */ move) => move,
        notationToExternal: (/** @type {any} */ move) => move,
      },
      textureMapper: { getuv: () => [0, 0] },
    };
  }

  /** A square with the area and the direction of a face: the player asks no more of it, and takes
   * the width of its lines from it. @param {number} face @returns {number[]} */
  #face_square(face) {
    const members = this.picture.stickers.filter((sticker) => sticker.face === face);
    /** @type {Vector} */
    let direction = [0, 1, 0];
    let area = 0;
    for (const { cell } of members) {
      direction = normal(cell);
      for (let i = 2; i < cell.length; ++i) {
        const a = cell[0];
        /** @param {Vector} p @returns {Vector} */
        const from_a = (p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
        area += Math.hypot(...cross(from_a(cell[i - 1]), from_a(cell[i]))) / 2;
      }
    }
    const half = Math.sqrt(area) / 2;
    const u = unit(cross(direction, Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const v = cross(direction, u);
    const signs = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
    return signs.flatMap(([a, b]) =>
      [0, 1, 2].map((k) => RADIUS * (direction[k] * 0.5 + (u[k] * a + v[k] * b) * half)),
    );
  }

  /**
   * Shows a sequence from a position; only turns that the puzzle does not know yet make it anew.
   * @param {ArrayLike<number>} frame @param {Turn[]} turns @param {Turn[]} more that may come
   */
  load(frame, turns, more) {
    if (turns.some((turn) => !this.names.has(turn))) {
      this.#make([...new Set([...this.names.keys(), ...turns, ...more])]);
    }
    /** @type {Record<string, any>} */
    const data = {};
    for (const [corners, stickers] of this.orbits) {
      const size = this.#size(stickers);
      const permutation = iota(size);
      stickers.forEach((sticker, k) => {
        const face = frame[sticker];
        permutation[k] = stickers.length + (face >= 0 ? face : this.picture.faces.length);
      });
      data[`S${corners}`] = { permutation, orientationDelta: new Array(size).fill(0) };
    }
    const Transformation = this.kpuzzle.identityTransformation().constructor;
    this.element.experimentalModel.setupTransformation.set(new Transformation(this.kpuzzle, data));
    this.element.alg = turns.map((turn) => this.names.get(turn)).join(" ");
    this.element.timestamp = 0;
  }

  /** @param {number} time in moves; each of ours lasts one second of the player's */
  at(time) {
    this.element.timestamp = time * 1000;
  }
}

/** The corners in the order that the player draws: counterclockwise from outside.
 * @param {Vector[]} points */
function outward(points) {
  /** @type {Vector} */
  let sum = [0, 0, 0];
  points.forEach((point, i) => {
    const c = cross(point, points[(i + 1) % points.length]);
    sum = [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]];
  });
  return dot(sum, centre(points)) < 0 ? points.toReversed() : points;
}

/** @param {number} size */
const iota = (size) => Array.from({ length: size }, (_, i) => i);

/** A small polygon inside the puzzle with so many corners. @param {number} corners */
function hidden_polygon(corners) {
  return Array.from({ length: corners }, (_, k) => [
    0.01 * Math.cos((2 * Math.PI * k) / corners),
    0.01 * Math.sin((2 * Math.PI * k) / corners),
    0,
  ]).flat();
}
