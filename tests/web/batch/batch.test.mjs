import assert from "node:assert/strict";
import { test } from "node:test";

import { position_lines } from "../../../web/batch/batch.js";

test("positions of a batch: one a line, without comments and empty lines", () => {
  assert.deepEqual(position_lines("R U\r\n\n # note\n  F2  \n"), ["R U", "F2"]);
});
