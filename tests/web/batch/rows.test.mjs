import assert from "node:assert/strict";
import { test } from "node:test";

import { rows_as_csv, sorted_rows } from "../../../web/batch/rows.js";

const row = (number, length, solution, seconds, error = null) => ({
  number,
  position: `P${number}`,
  solution,
  length,
  optimal: false,
  seconds,
  error,
});
const ROWS = [
  row(1, 18, "R U", 0.5),
  row(2, 9, "F", 0.1),
  row(3, null, null, 0, { message: 'bad "x", y' }),
  row(4, 9, "B", 0.2),
];
const numbers = (rows) => rows.map((one) => one.number);

test("rows sort by numbers as numbers, and those without a value come last both ways", () => {
  assert.deepEqual(numbers(sorted_rows(ROWS, "length", false)), [2, 4, 1, 3]);
  assert.deepEqual(numbers(sorted_rows(ROWS, "length", true)), [1, 2, 4, 3]);
  assert.deepEqual(numbers(sorted_rows(ROWS, "solution", false)), [4, 2, 1, 3]);
  assert.deepEqual(numbers(ROWS), [1, 2, 3, 4], "the list itself is left alone");
});

test("CSV quotes what it must", () => {
  assert.equal(
    rows_as_csv(ROWS.slice(1, 3)),
    'number,position,length,solution,optimal,seconds,error\r\n2,P2,9,F,false,0.1,\r\n3,P3,,,false,0,"bad ""x"", y"\r\n',
  );
});
