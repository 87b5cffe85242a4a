import assert from "node:assert/strict";
import { test } from "node:test";

import { position_lines } from "../../web/batch.js";
import { by_family, matches } from "../../web/puzzle-picker.js";
import { cut_outline } from "../../web/solid.js";
import { cube_picture } from "./cube_picture.mjs";

const PUZZLES = [
  {
    name: "3x3x3",
    aliases: ["rubiks-cube"],
    family: "cube",
    summary: "face-turning cube, 3 layers",
    description: "c f 1/3",
  },
  {
    name: "megaminx",
    aliases: [],
    family: "dodecahedron",
    summary: "face-turning dodecahedron",
    description: null,
  },
  {
    name: "2x2x2",
    aliases: [],
    family: "cube",
    summary: "face-turning cube, 2 layers",
    description: "c f 0",
  },
];

test("puzzles are found by every word of the search, in any of their texts", () => {
  const found = (text) =>
    PUZZLES.filter((puzzle) => matches(puzzle, text)).map((puzzle) => puzzle.name);
  assert.deepEqual(found(""), ["3x3x3", "megaminx", "2x2x2"]);
  assert.deepEqual(found("RUBIK"), ["3x3x3"]);
  assert.deepEqual(found("cube layers"), ["3x3x3", "2x2x2"]);
  assert.deepEqual(found("turning dodeca"), ["megaminx"]);
  assert.deepEqual(found("f 1/3"), ["3x3x3"]);
  assert.deepEqual(found("cube 7"), []);
});

test("families keep their order and their members together", () => {
  assert.deepEqual(
    by_family(PUZZLES).map(([family, members]) => [family, members.map((puzzle) => puzzle.name)]),
    [
      ["cube", ["3x3x3", "2x2x2"]],
      ["dodecahedron", ["megaminx"]],
    ],
  );
});

test("positions of a batch: one a line, without comments and empty lines", () => {
  assert.deepEqual(position_lines("R U\r\n\n # note\n  F2  \n"), ["R U", "F2"]);
});

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
