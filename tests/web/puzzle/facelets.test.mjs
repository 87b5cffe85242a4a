import assert from "node:assert/strict";
import { test } from "node:test";

import {
  centre_stickers,
  colours_of_text,
  contains,
  facelet_text,
  middle,
  missing_colours,
  neighbour,
  unpainted_count,
} from "../../../web/puzzle/facelets.js";
import { cube_picture } from "../cube_picture.mjs";

const picture = cube_picture(3);
const solved = picture.stickers.map((sticker) => sticker.face);

test("stickers become a text and come back", () => {
  const text = facelet_text(picture, solved);
  assert.equal(text, "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
  assert.deepEqual(colours_of_text(picture, text), solved);
  const holed = solved.with(4, -1);
  assert.equal(facelet_text(picture, holed)[4], ".");
  assert.deepEqual(colours_of_text(picture, facelet_text(picture, holed)), holed);
  assert.equal(colours_of_text(picture, text.slice(1)), null);
  assert.equal(colours_of_text(picture, text.replace("U", "Q")), null);
});

test("missing colours are counted, too many ones are negative", () => {
  assert.deepEqual(missing_colours(picture, solved), [0, 0, 0, 0, 0, 0]);
  const painted = solved.with(0, 1).with(1, -1);
  assert.deepEqual(missing_colours(picture, painted), [2, -1, 0, 0, 0, 0]);
  assert.equal(unpainted_count(painted), 1);
});

test("an odd cube keeps six centres, an even one none", () => {
  assert.deepEqual(centre_stickers(picture, 3), [4, 13, 22, 31, 40, 49]);
  assert.deepEqual(centre_stickers(cube_picture(4), 4), []);
});

test("arrow keys go to the neighbour, over the rim of a face and not off the net", () => {
  const centres = picture.stickers.map((sticker) => middle(sticker.net));
  assert.equal(neighbour(centres, 0, 1, 0), 1);
  assert.equal(neighbour(centres, 7, 0, 1), 19, "from U8 down to F2");
  assert.equal(neighbour(centres, 23, 1, 0), 12, "from F6 to R4");
  assert.equal(neighbour(centres, 1, 0, -1), 1, "nothing above U2");
  const belt = picture.stickers.flatMap((sticker, i) =>
    ["L", "F", "R", "B"].includes(picture.faces[sticker.face].name) ? [i] : [],
  );
  for (const from of belt) {
    const there = neighbour(centres, from, 1, 0);
    if (there !== from) assert.equal(neighbour(centres, there, -1, 0), from, `back to ${from}`);
  }
});

test("a point is in the sticker under it", () => {
  picture.stickers.forEach((sticker, i) => {
    const [x, y] = middle(sticker.net);
    const hit = picture.stickers.findIndex((other) => contains(other.net, x, y));
    assert.equal(hit, i);
  });
  assert.ok(!contains(picture.stickers[0].net, -1, -1));
});
