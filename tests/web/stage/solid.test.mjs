import assert from "node:assert/strict";
import { test } from "node:test";

import { cut_outline } from "../../../web/stage/solid.js";
import { cube_picture } from "../cube_picture.mjs";

test("the outline of a cut goes round it in order", () => {
  const polygons = cube_picture(3).stickers.map((sticker, i) => ({
    points: sticker.cell,
    inner: [],
    normal: [0, 0, 0],
    sticker: i,
  }));
  const height = 1 / 3 / Math.sqrt(3);
  const outline = cut_outline(polygons, [0, 1, 0], height);
  assert.equal(outline.length, 12, "three steps on each of four sides");
  let area = 0;
  outline.forEach(([x, , z], i) => {
    const [next_x, , next_z] = outline[(i + 1) % outline.length];
    area += (x * next_z - next_x * z) / 2;
  });
  assert.ok(Math.abs(Math.abs(area) - 4 / 3) < 1e-9, "the whole square, nowhere crossing itself");
});
