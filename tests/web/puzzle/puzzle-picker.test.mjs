import assert from "node:assert/strict";
import { test } from "node:test";

import { by_family, matches } from "../../../web/puzzle/puzzle-picker.js";

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
