// How a move turns the puzzle in space: which stickers, about which axis, by which angle. The server
// says what a position looks like before and after a move; here the one rotation of one slab of the
// solid is found that explains it. So what moves on the screen cannot disagree with the server's
// definition: a move that no rotation explains (square-1, bandaged puzzles) has no turn, and is
// shown as a step. Leaves out: drawing.

/**
 * @typedef {[number, number, number]} Vector
 * @typedef {{face: number, orbit: number, slot: number, piece: string | null,
 *            facelet: number | null, rounding: number, net: [number, number][], space: Vector[],
 *            cell: Vector[]}} Sticker cell: what its piece takes up of the face, of which the
 *            sticker leaves a rim free
 * @typedef {{name: string, colour: string, net: [number, number][], space: Vector[]}} Face
 * @typedef {{faces: Face[], stickers: Sticker[], net: {width: number, height: number},
 *            orbits: string[], plastic: string, grey: string}} Picture
 * @typedef {{axis: Vector, angle: number, to: Int32Array}} Rotation of the whole
 * @typedef {object} Turn
 * @property {Vector} axis of length 1
 * @property {number} angle by the right hand, so -π/2 for R on the cube
 * @property {Int32Array} to by sticker where it goes; itself where it stays
 * @property {Uint8Array} moved by sticker 1 if it turns with the slab (a centre too)
 * @property {number} low @property {number} high the slab: between these distances along the axis
 */

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** @param {Vector} a @returns {Vector} */
export function unit(a) {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** @param {Vector} v @param {Vector} axis @param {number} angle @returns {Vector} */
export function rotated(v, axis, angle) {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const w = cross(axis, v);
  const along = dot(axis, v) * (1 - c);
  return [
    v[0] * c + w[0] * s + axis[0] * along,
    v[1] * c + w[1] * s + axis[1] * along,
    v[2] * c + w[2] * s + axis[2] * along,
  ];
}

/** @param {Vector[]} points @returns {Vector} */
export function centre(points) {
  /** @type {Vector} */
  const sum = [0, 0, 0];
  for (const point of points) for (let k = 0; k < 3; ++k) sum[k] += point[k] / points.length;
  return sum;
}

/** Outward normal of a sticker: away from the middle of the solid. @param {Vector[]} points */
export function normal(points) {
  /** @type {Vector} */
  let sum = [0, 0, 0];
  for (let i = 0; i < points.length; ++i) {
    const a = points[i];
    const b = points[(i + 1) % points.length];
    const c = cross(a, b);
    sum = [sum[0] + c[0], sum[1] + c[1], sum[2] + c[2]];
  }
  const n = unit(sum);
  return dot(n, centre(points)) < 0 ? /** @type {Vector} */ ([-n[0], -n[1], -n[2]]) : n;
}

// Coordinates come with rounding; stickers are much farther apart than this. The radius is 1.
const NEAR = 1e-3;
const MOST_STICKERS_BY_MIDDLE = 400;

/** Finds the point at a place. Cells are much wider than the rounding, so that nearly always one of
 * them has to be asked. */
class PointIndex {
  /** @type {Map<number, number[]>} */
  #cells = new Map();
  /** @param {Vector[]} points */
  constructor(points) {
    this.points = points;
    points.forEach((point, i) => {
      const key = cell_key(cell(point[0]), cell(point[1]), cell(point[2]));
      const members = this.#cells.get(key);
      if (members) members.push(i);
      else this.#cells.set(key, [i]);
    });
  }
  /** @param {Vector} p @returns {number} -1 if there is none */
  find(p) {
    const low = [cell(p[0] - NEAR), cell(p[1] - NEAR), cell(p[2] - NEAR)];
    const high = [cell(p[0] + NEAR), cell(p[1] + NEAR), cell(p[2] + NEAR)];
    for (let x = low[0]; x <= high[0]; ++x) {
      for (let y = low[1]; y <= high[1]; ++y) {
        for (let z = low[2]; z <= high[2]; ++z) {
          for (const i of this.#cells.get(cell_key(x, y, z)) ?? []) {
            const q = this.points[i];
            if (Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.abs(p[2] - q[2]) < 2 * NEAR)
              return i;
          }
        }
      }
    }
    return -1;
  }
}

/** @param {number} value */
const cell = (value) => Math.floor(value * 64);
/** One number for a cell, the same for no two of them: values are between -1 and 1.
 * @param {number} x @param {number} y @param {number} z */
const cell_key = (x, y, z) => ((x + 512) * 1024 + y + 512) * 1024 + z + 512;

/** @param {Vector[]} list @param {Vector} v */
function add_direction(list, v) {
  if (Math.hypot(...v) < NEAR) return;
  const u = unit(v);
  if (!list.some((other) => dot(other, u) > 1 - NEAR)) list.push(u);
}

/**
 * The directions about which a puzzle may turn: through its faces, its corners and its edges. They
 * are read off the outlines of whole faces, which are large: those of small stickers would give them
 * less exactly.
 * @param {Picture} picture @returns {Vector[]}
 */
export function candidate_axes(picture) {
  /** @type {Vector[]} */
  const axes = [];
  for (const { space } of picture.faces) add_direction(axes, normal(space));
  for (const { space } of picture.faces) {
    space.forEach((corner, k) => {
      const next = space[(k + 1) % space.length];
      add_direction(axes, corner);
      add_direction(axes, [corner[0] + next[0], corner[1] + next[1], corner[2] + next[2]]);
    });
  }
  for (const axis of [...axes]) add_direction(axes, [-axis[0], -axis[1], -axis[2]]);
  return axes;
}

/**
 * Finds turns of one picture. Rotations of the whole are found once and kept.
 */
export class TurnFinder {
  #picture;
  #centres;
  #index;
  /** @type {Rotation[]} */
  #rotations = [];
  /** @type {Map<string, {level: Int32Array, edges: [number, number][]}>} */
  #layers_found = new Map();

  /** @param {Picture} picture */
  constructor(picture) {
    this.#picture = picture;
    this.#centres = picture.stickers.map((sticker) => centre(sticker.cell));
    this.#index = new PointIndex(this.#centres);
    const angles = new Set();
    for (const order of [2, 3, 4, 5]) {
      for (let k = 1; k < order; ++k) {
        const angle = (2 * Math.PI * k) / order;
        angles.add(Number((angle > Math.PI + NEAR ? angle - 2 * Math.PI : angle).toFixed(9)));
      }
    }
    // A slab may also turn so that the solid changes its outline (a half turn of one layer of the
    // 2x3x4): then only the slab has to fit, which explain() asks for.
    for (const axis of candidate_axes(picture)) {
      for (const angle of angles) this.#add_rotation(axis, angle);
    }
  }

  /** @param {Vector} axis @param {number} angle */
  #add_rotation(axis, angle) {
    const count = this.#centres.length;
    const to = new Int32Array(count);
    let fits = 0;
    for (let i = 0; i < count; ++i) {
      to[i] = this.#index.find(rotated(this.#centres[i], axis, angle));
      if (to[i] >= 0) ++fits;
    }
    if (fits === 0) return;
    this.#rotations.push({ axis, angle, to });
  }

  /** The stickers in layers along an axis. @param {Vector} axis @param {boolean} by_cuts */
  #layers(axis, by_cuts) {
    const key = `${by_cuts} ${axis.join()}`;
    let layers = this.#layers_found.get(key);
    if (!layers) {
      const spans = this.#picture.stickers.map((sticker, i) => {
        const along = by_cuts
          ? sticker.cell.map((point) => dot(axis, point))
          : [dot(axis, this.#centres[i])];
        return /** @type {[number, number]} */ ([Math.min(...along), Math.max(...along)]);
      });
      layers = by_cuts ? layers_of(spans) : levels_of(spans.map(([height]) => height));
      this.#layers_found.set(key, layers);
    }
    return layers;
  }

  /**
   * The turn that explains all these steps; null if there is none. Where several slabs would, the
   * largest: it takes the stickers along that look the same after a turn in their place.
   * @param {[ArrayLike<number>, ArrayLike<number>][]} steps colours before and after
   * @returns {Turn | null}
   */
  explain(steps) {
    // A piece may reach beyond the slab that it turns with (the corners of a kilominx): then no cut
    // parts the layers, and stickers are told apart by their middles. That is tried last, because there are many such layers.
    const turn = this.#explain(steps, true);
    if (turn || this.#centres.length > MOST_STICKERS_BY_MIDDLE) return turn;
    return this.#explain(steps, false);
  }

  /** @param {[ArrayLike<number>, ArrayLike<number>][]} steps @param {boolean} by_cuts
   * @returns {Turn | null} */
  #explain(steps, by_cuts) {
    /** @type {Turn | null} */
    let best = null;
    let best_size = 0;
    for (const rotation of this.#rotations) {
      const { level, edges } = this.#layers(rotation.axis, by_cuts);
      for (let low = 0; low < edges.length; ++low) {
        for (let high = low; high < edges.length; ++high) {
          const size = this.#fit(rotation.to, level, low, high, steps);
          if (size < best_size || size === 0) continue;
          // A smaller angle explains as well: prefer it, so that nothing turns the long way round.
          if (size === best_size && best && Math.abs(best.angle) <= Math.abs(rotation.angle))
            continue;
          best_size = size;
          best = turn_of(rotation, level, low, high, edges);
        }
      }
    }
    return best;
  }

  /** @param {Int32Array} to @param {Int32Array} level @param {number} low @param {number} high
   * @param {[ArrayLike<number>, ArrayLike<number>][]} steps @returns {number} stickers, 0: no fit */
  #fit(to, level, low, high, steps) {
    let size = 0;
    for (let i = 0; i < to.length; ++i) {
      const inside = level[i] >= low && level[i] <= high;
      const target = inside ? to[i] : i;
      if (target < 0 || (inside && (level[target] < low || level[target] > high))) return 0;
      for (const [before, after] of steps) if (before[i] !== after[target]) return 0;
      if (inside) ++size;
    }
    return size;
  }
}

/** @param {Rotation} rotation @param {Int32Array} level @param {number} low @param {number} high
 * @param {[number, number][]} edges @returns {Turn} */
function turn_of(rotation, level, low, high, edges) {
  const count = rotation.to.length;
  const moved = new Uint8Array(count);
  const to = new Int32Array(count);
  for (let i = 0; i < count; ++i) {
    moved[i] = Number(level[i] >= low && level[i] <= high);
    to[i] = moved[i] ? rotation.to[i] : i;
  }
  return {
    axis: rotation.axis,
    angle: rotation.angle,
    to,
    moved,
    low: edges[low][0],
    high: edges[high][1],
  };
}

/**
 * Layers of equal heights. @param {number[]} heights
 * @returns {{level: Int32Array, edges: [number, number][]}}
 */
export function levels_of(heights) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const level = new Int32Array(heights.length);
  /** @type {[number, number][]} */
  const edges = [];
  for (const i of order) {
    const last = edges[edges.length - 1];
    if (last && heights[i] < last[1] + NEAR) last[1] = heights[i];
    else edges.push([heights[i], heights[i]]);
    level[i] = edges.length - 1;
  }
  return { level, edges };
}

/**
 * Layers along an axis: stickers whose spans overlap are of one layer, since no cut parts them.
 * @param {[number, number][]} spans
 * @returns {{level: Int32Array, edges: [number, number][]}}
 */
export function layers_of(spans) {
  const order = spans
    .map((_, i) => i)
    .sort((a, b) => spans[a][0] - spans[b][0] || spans[a][1] - spans[b][1]);
  const level = new Int32Array(spans.length);
  /** @type {[number, number][]} */
  const edges = [];
  for (const i of order) {
    const [low, high] = spans[i];
    const last = edges[edges.length - 1];
    // A face square to the axis has no height: it belongs to the layer that it closes.
    const flat = high - low < NEAR;
    const joins =
      last &&
      (low < last[1] - NEAR ||
        (flat &&
          low < last[1] + NEAR &&
          edges.length > 0 &&
          last[1] - last[0] > NEAR &&
          is_top(spans, high)));
    if (joins) last[1] = Math.max(last[1], high);
    else if (last && last[1] - last[0] < NEAR && low < last[1] + NEAR) last[1] = high;
    else edges.push([low, high]);
    level[i] = edges.length - 1;
  }
  return { level, edges };
}

/** @param {[number, number][]} spans @param {number} height */
function is_top(spans, height) {
  return spans.every(([, high]) => high < height + NEAR);
}

/**
 * Colours after a turn. @param {ArrayLike<number>} frame @param {Turn} turn @returns {number[]}
 */
export function turned(frame, turn) {
  const after = new Array(frame.length);
  for (let i = 0; i < frame.length; ++i) after[turn.to[i]] = frame[i];
  return after;
}
