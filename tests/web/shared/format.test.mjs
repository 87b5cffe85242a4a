import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytes_text,
  counted,
  grouped,
  rough_count,
  scientific,
  time_left_text,
  time_range_text,
  time_text,
} from "../../../web/shared/format.js";

test("digits are grouped, however many", () => {
  assert.equal(
    grouped("43252003274489856000"),
    "43\u202f252\u202f003\u202f274\u202f489\u202f856\u202f000",
  );
  assert.equal(grouped(999), "999");
});

test("large numbers in powers of ten are rounded rightly", () => {
  assert.equal(scientific("43252003274489856000"), "4.33 × 10¹⁹");
  assert.equal(scientific("99999999"), "1.00 × 10⁸");
  assert.equal(scientific("3674160"), "3.67 × 10⁶");
  assert.equal(scientific("12345"), "12\u202f345");
});

test("sizes, times and counts read well", () => {
  assert.equal(bytes_text(681250816), "681 MB");
  assert.equal(bytes_text(1500), "1.5 KB");
  assert.equal(time_text(0.0004), "< 1 ms");
  assert.equal(time_text(0.25), "250 ms");
  assert.equal(time_text(5400), "90 min");
  assert.equal(time_text(1e15), "longer than anyone can wait");
  assert.equal(time_range_text(3, 20), "3.0 s to 20 s");
  assert.equal(time_range_text(60.2, 60.4), "about 60 s");
  assert.equal(rough_count(42_000_000), "42.0 million");
  assert.equal(rough_count(999_999_999), "1.00 billion");
  assert.equal(rough_count(4.2e15), "4\u202f200 trillion");
  assert.equal(counted(1, "move"), "1 move");
  assert.equal(counted(0, "move"), "0 moves");
});

test("an estimate says no more than it knows", () => {
  assert.equal(time_left_text(0.0004), "less than 1 s");
  assert.equal(time_left_text(0), "less than 1 s");
  assert.equal(time_left_text(12), "12 s");
  assert.equal(time_range_text(0.0002, 0.0006), "less than 1 s");
  assert.equal(time_range_text(0.0002, 5), "up to 5.0 s");
  assert.equal(time_range_text(7200, 1e15), "more than 2 h");
  assert.equal(time_range_text(1e14, 1e15), "longer than anyone can wait");
});
