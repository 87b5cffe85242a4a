// Our own view in space, as SVG: for browsers without WebGL and for builds without the 3D player.
// A turning slab divides the solid into convex parts by parallel planes, so painting the parts from
// back to front, each only by its faces towards the viewer, is exact: no depth buffer is needed.

import { centre, cross, dot, normal, rotated, unit } from "../puzzle/turns.js";
import { rgb, svg } from "../shared/dom.js";

/**
 * @typedef {import("../puzzle/turns.js").Vector} Vector
 * @typedef {import("../puzzle/turns.js").Picture} Picture
 * @typedef {import("../puzzle/turns.js").Turn} Turn
 * @typedef {{points: Vector[], inner: Vector[], normal: Vector, sticker: number}} Polygon points:
 *   of plastic; inner: of the sticker on it, none on a cut
 */

const EYE = 4.6; // distance of the viewer, in radii of the puzzle
const SEAM = 0.006;

export class Solid {
  /** @param {Picture} picture @param {string} label */
  constructor(picture, label) {
    this.picture = picture;
    this.yaw = -0.6;
    this.pitch = 0.5;
    /** @type {ArrayLike<number>} */
    this.frame = picture.stickers.map((sticker) => sticker.face);
    /** @type {{turn: Turn, fraction: number} | null} */
    this.turning = null;
    this.polygons = picture.stickers.map(
      (sticker, i) =>
        /** @type {Polygon} */ ({
          points: sticker.cell,
          inner: sticker.space,
          normal: normal(sticker.cell),
          sticker: i,
        }),
    );
    this.element = svg("svg", {
      class: "solid",
      viewBox: "-1.12 -1.12 2.24 2.24",
      role: "img",
      tabindex: "0",
      "aria-label": label,
    });
    // Corners are rounded by a stroke; it takes little of the rim between sticker and piece, since a
    // face seen from the side has a narrow rim but the same stroke.
    this.rounding = picture.stickers.map(({ cell, space }) =>
      space.length < 3 ? 0 : 0.4 * Math.max(0, inner_radius(cell) - inner_radius(space)),
    );
    /** @type {SVGElement[]} */
    this.paths = [];
    this.#listen();
    this.#draw();
  }

  #listen() {
    let x = 0;
    let y = 0;
    let held = false;
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      held = true;
      x = event.clientX;
      y = event.clientY;
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!held) return;
      this.look(this.yaw + (event.clientX - x) * 0.01, this.pitch + (event.clientY - y) * 0.01);
      x = event.clientX;
      y = event.clientY;
    });
    for (const end of ["pointerup", "pointercancel"])
      this.element.addEventListener(end, () => {
        held = false;
      });
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const steps = /** @type {Record<string, number[]>} */ ({
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
      });
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      this.look(this.yaw + step[0] * 0.2, this.pitch + step[1] * 0.2);
    });
  }

  /** @param {number} yaw @param {number} pitch */
  look(yaw, pitch) {
    this.yaw = yaw;
    this.pitch = Math.max(-1.5, Math.min(1.5, pitch));
    this.#draw();
  }

  /**
   * @param {ArrayLike<number>} frame @param {Turn | null} [turn] under way, done to this fraction
   * @param {number} [fraction]
   */
  show(frame, turn = null, fraction = 0) {
    this.frame = frame;
    this.turning = turn && fraction > 0 && fraction < 1 ? { turn, fraction } : null;
    this.#draw();
  }

  /** The convex parts from back to front, each a list of polygons. @returns {Polygon[][]} */
  #parts() {
    if (!this.turning) return [this.polygons];
    const { turn, fraction } = this.turning;
    const eased = fraction * fraction * (3 - 2 * fraction);
    /** @type {Polygon[]} */
    const below = [];
    /** @type {Polygon[]} */
    const slab = [];
    /** @type {Polygon[]} */
    const above = [];
    for (const polygon of this.polygons) {
      if (turn.moved[polygon.sticker]) slab.push(polygon);
      else if (dot(turn.axis, centre(polygon.points)) < turn.low) below.push(polygon);
      else above.push(polygon);
    }
    /** @type {Vector} */
    const down = [-turn.axis[0], -turn.axis[1], -turn.axis[2]];
    const low_cut = cut_outline(slab, turn.axis, turn.low);
    const high_cut = cut_outline(slab, turn.axis, turn.high);
    const caps = [
      { part: below, points: low_cut, normal: turn.axis },
      { part: slab, points: low_cut, normal: down },
      { part: slab, points: high_cut, normal: turn.axis },
      { part: above, points: high_cut, normal: down },
    ];
    for (const cap of caps) {
      if (cap.part.length > 0 && cap.points.length > 2) {
        cap.part.push({ points: cap.points, inner: [], normal: cap.normal, sticker: -1 });
      }
    }
    const angle = turn.angle * eased;
    const moved = slab.map((polygon) => ({
      points: polygon.points.map((point) => rotated(point, turn.axis, angle)),
      inner: polygon.inner.map((point) => rotated(point, turn.axis, angle)),
      normal: rotated(polygon.normal, turn.axis, angle),
      sticker: polygon.sticker,
    }));
    // Each cutting plane has the viewer on one side; what is on the other side comes first. The
    // plane's side is asked at the eye, since the view has perspective.
    const eye = this.#to_eye(turn.axis)[2] * EYE;
    if (eye < turn.low) return [above, moved, below];
    if (eye > turn.high) return [below, moved, above];
    return [below, above, moved];
  }

  /** @param {Vector} point @returns {Vector} as the viewer sees it: x right, y up, z nearer */
  #to_eye(point) {
    return rotated(rotated(point, [0, 1, 0], this.yaw), [1, 0, 0], this.pitch);
  }

  #draw() {
    let used = 0;
    for (const part of this.#parts()) {
      const front = part.flatMap((polygon) => {
        const facing = this.#to_eye(polygon.normal);
        const [x, y, z] = this.#to_eye(polygon.points[0]);
        return dot(facing, unit([-x, -y, EYE - z])) > 0 ? [{ polygon, facing }] : [];
      });
      // All plastic of a part before its stickers: where two pieces meet it goes a little beyond them.
      for (const { polygon } of front) {
        this.#path(used++, polygon.points, this.picture.plastic, this.picture.plastic, SEAM);
      }
      for (const { polygon, facing } of front) {
        if (polygon.inner.length < 3) continue;
        const colour = lit(this.#colour(polygon.sticker), facing);
        this.#path(used++, polygon.inner, colour, colour, this.rounding[polygon.sticker]);
      }
    }
    while (this.paths.length > used) this.paths.pop()?.remove();
  }

  /** @param {number} sticker */
  #colour(sticker) {
    return this.picture.faces[this.frame[sticker]]?.colour ?? this.picture.grey;
  }

  /** @param {number} index @param {Vector[]} points @param {string} fill @param {string} stroke
   * @param {number} width */
  #path(index, points, fill, stroke, width) {
    let path = this.paths[index];
    if (!path) {
      path = svg("path", { "stroke-linejoin": "round" });
      this.paths.push(path);
      this.element.append(path);
    }
    const text = points
      .map((point) => {
        const [x, y, z] = this.#to_eye(point);
        const scale = EYE / (EYE - z) / 1.06;
        return `${(x * scale).toFixed(4)} ${(-y * scale).toFixed(4)}`;
      })
      .join("L");
    path.setAttribute("d", `M${text}Z`);
    path.setAttribute("fill", fill);
    path.setAttribute("stroke", stroke);
    path.setAttribute("stroke-width", width.toFixed(4));
  }
}

// Light from above and a little from the right, just enough to tell the faces apart.
/** @param {string} colour @param {Vector} facing */
function lit(colour, facing) {
  const light = 0.86 + 0.14 * Math.max(0, dot(facing, unit([0.25, 0.8, 0.55])));
  const shaded = rgb(colour).map((value) => Math.round(value * light));
  return `rgb(${shaded.join(" ")})`;
}

/** Radius of a circle about the middle that fits in. @param {Vector[]} points */
function inner_radius(points) {
  const middle = centre(points);
  let least = Infinity;
  points.forEach((a, k) => {
    const b = points[(k + 1) % points.length];
    /** @type {Vector} */
    const side = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    /** @type {Vector} */
    const from = [middle[0] - a[0], middle[1] - a[1], middle[2] - a[2]];
    least = Math.min(least, Math.hypot(...cross(side, from)) / (Math.hypot(...side) || 1));
  });
  return least;
}

/**
 * The outline of a cut: the corners of stickers that lie on its plane, in order round the axis.
 * @param {Polygon[]} slab @param {Vector} axis @param {number} height @returns {Vector[]}
 */
export function cut_outline(slab, axis, height) {
  /** @type {Vector[]} */
  const points = [];
  for (const polygon of slab) {
    for (const point of polygon.points) {
      if (
        Math.abs(dot(axis, point) - height) < 1e-3 &&
        !points.some(
          (other) =>
            Math.hypot(other[0] - point[0], other[1] - point[1], other[2] - point[2]) < 1e-3,
        )
      ) {
        points.push(point);
      }
    }
  }
  const u = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const v = cross(axis, u);
  return points.sort((a, b) => Math.atan2(dot(a, v), dot(a, u)) - Math.atan2(dot(b, v), dot(b, u)));
}
