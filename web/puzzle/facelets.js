// Painting an NxNxN: stickers as a text of letters, and how many of each colour are still to be
// painted. Whether such a cube can exist is the server's to say.

/** @typedef {import("./turns.js").Picture} Picture */

// The order of the faces in a facelet text, and so the colour that a letter stands for.
const UNPAINTED = ".";

/**
 * Colours by sticker as the text of facelets; unpainted stickers (-1) are dots.
 * @param {Picture} picture @param {ArrayLike<number>} colours
 */
export function facelet_text(picture, colours) {
  /** @type {string[]} */
  const letters = [];
  picture.stickers.forEach((sticker, i) => {
    if (sticker.facelet === null || sticker.facelet === undefined) return;
    const face = colours[i];
    letters[sticker.facelet] = face >= 0 ? picture.faces[face].name : UNPAINTED;
  });
  return letters.join("");
}

/**
 * The other way round; null if the text is none of this puzzle (wrong length, other letters).
 * @param {Picture} picture @param {string} text @returns {number[] | null}
 */
export function colours_of_text(picture, text) {
  const letters = text.replace(/\s+/g, "");
  const count = picture.stickers.filter((sticker) => sticker.facelet !== null).length;
  if (count === 0 || letters.length !== count) return null;
  const colours = picture.stickers.map((sticker) => {
    const letter = letters[sticker.facelet ?? 0];
    return letter === UNPAINTED ? -1 : picture.faces.findIndex((face) => face.name === letter);
  });
  const known = picture.stickers.every(
    (sticker, i) => colours[i] >= 0 || letters[sticker.facelet ?? 0] === UNPAINTED,
  );
  return known ? colours : null;
}

/**
 * By face, how many stickers of its colour are missing (negative: too many).
 * @param {Picture} picture @param {ArrayLike<number>} colours @returns {number[]}
 */
export function missing_colours(picture, colours) {
  const missing = picture.faces.map(() => 0);
  picture.stickers.forEach((sticker, i) => {
    ++missing[sticker.face];
    if (colours[i] >= 0) --missing[colours[i]];
  });
  return missing;
}

/** @param {ArrayLike<number>} colours */
export function unpainted_count(colours) {
  let count = 0;
  for (let i = 0; i < colours.length; ++i) count += Number(colours[i] < 0);
  return count;
}

/**
 * The stickers that tell which way the cube is held: the middle one of each face of an odd cube.
 * They keep their colour when all others are cleared. @param {Picture} picture @param {number} size
 */
export function centre_stickers(picture, size) {
  if (size % 2 === 0) return [];
  const per_face = size * size;
  return picture.stickers.flatMap((sticker, i) =>
    sticker.facelet !== null && sticker.facelet % per_face === (per_face - 1) / 2 ? [i] : [],
  );
}

/**
 * From one sticker of the net to the nearest in a direction; itself at the rim. What lies straight
 * ahead counts as nearer than what lies aside.
 * @param {[number, number][]} centres @param {number} from @param {number} dx @param {number} dy
 */
export function neighbour(centres, from, dx, dy) {
  let best = from;
  let best_distance = Infinity;
  const [x, y] = centres[from];
  centres.forEach(([to_x, to_y], i) => {
    const along = (to_x - x) * dx + (to_y - y) * dy;
    const aside = Math.abs((to_x - x) * dy) + Math.abs((to_y - y) * dx);
    if (along <= 1e-6 || aside > along * 2) return;
    const distance = along + 2 * aside;
    if (distance < best_distance) {
      best_distance = distance;
      best = i;
    }
  });
  return best;
}

/** @param {[number, number][]} points @returns {[number, number]} */
export function middle(points) {
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point[0] / points.length;
    y += point[1] / points.length;
  }
  return [x, y];
}

/** Whether a point of the net lies in a sticker. @param {[number, number][]} polygon
 * @param {number} x @param {number} y */
export function contains(polygon, x, y) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i];
    const [bx, by] = polygon[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
