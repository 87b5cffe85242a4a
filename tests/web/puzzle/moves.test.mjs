import assert from "node:assert/strict";
import { test } from "node:test";

import {
  chips_of,
  marked_span,
  moves_of,
  next_chip,
  power_of,
  with_move,
} from "../../../web/puzzle/moves.js";

const face = (name) => ({ name, order: 4, moves: [name, `${name}2`, `${name}'`] });
const CLASSES = [face("U"), face("R")];
const MEGA = [{ name: "R", order: 5, moves: ["R", "R2", "R2'", "R'"] }];

test("powers are read off names", () => {
  assert.deepEqual(
    ["R", "R2", "R'", "U", "R3"].map((name) => power_of(CLASSES[1], name)),
    [1, 2, 3, 0, 0],
  );
  assert.deepEqual(
    MEGA[0].moves.map((name) => power_of(MEGA[0], name)),
    [1, 2, 3, 4],
  );
});

test("a turn is appended, joined or cancelled", () => {
  assert.equal(with_move("", "R", CLASSES), "R");
  assert.equal(with_move("U R", "R", CLASSES), "U R2");
  assert.equal(with_move("U R", "R'", CLASSES), "U");
  assert.equal(with_move("U R2", "R2", CLASSES), "U");
  assert.equal(with_move("R2", "R", CLASSES), "R'");
  assert.equal(with_move("R2", "R", MEGA), "R2'");
  assert.equal(with_move("x", "R", CLASSES), "x R");
});

test("chips and the field moves say the same", () => {
  assert.deepEqual(chips_of(CLASSES, ""), ["all", "all"]);
  assert.deepEqual(chips_of(CLASSES, "U2,R"), ["half", "all"]);
  for (const chips of [
    ["all", "all"],
    ["half", "all"],
    ["off", "half"],
    ["all", "off"],
  ]) {
    assert.deepEqual(chips_of(CLASSES, moves_of(CLASSES, chips)), chips);
  }
  assert.equal(moves_of(CLASSES, ["all", "all"]), "");
});

test("a chip goes round: all, half turns where there are any, off", () => {
  assert.deepEqual(
    ["all", "half", "off"].map((chip) => next_chip(chip, CLASSES[0])),
    ["half", "off", "all"],
  );
  assert.equal(next_chip("all", MEGA[0]), "off");
});

test("the word at the place of an error is marked", () => {
  assert.deepEqual(marked_span("R Q2 U", 1, 3), [2, 4]);
  assert.deepEqual(marked_span("R U\nF X'", 2, 3), [6, 8]);
  assert.deepEqual(marked_span("R (U ", 1, 6), [2, 4], "at the end the last word");
  assert.deepEqual(marked_span("", 1, 1), [0, 0]);
});
