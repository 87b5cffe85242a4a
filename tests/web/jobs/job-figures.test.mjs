import assert from "node:assert/strict";
import { test } from "node:test";

import { JobFigures } from "../../../web/jobs/job-figures.js";

/** What is said after these events. @param {[string, any][]} events */
function said(events) {
  const figures = new JobFigures();
  for (const [event, data] of events) figures.take(event, data);
  return Object.fromEntries(figures.list());
}

/** As the server has it: nothing is known at the first word about a step.
 * @param {string} what @param {number} done @param {number} total @param {number} seconds */
function progress(what, done, total, seconds) {
  const left_seconds = seconds > 0 ? (seconds * (total - done)) / done : null;
  return /** @type {[string, any]} */ (["progress", { what, done, total, seconds, left_seconds }]);
}

/** @param {number} length @param {{least_seconds: number, most_seconds: number} | null} next */
const length_done = (length, next) =>
  /** @type {[string, any]} */ ([
    "length",
    { length, solutions: 0, nodes: 5000, seconds: 0.1, rate: 50_000, next },
  ]);

test("what is left is not said when nothing has been measured", () => {
  // The first word about a step comes at its second 0.
  assert.deepEqual(said([progress("length 9", 2, 27, 0)]), { "Left of this step": "unknown yet" });
  assert.deepEqual(said([length_done(8, null), progress("length 9", 2, 27, 0)]), {
    "Depth done": "8",
    Nodes: "5\u202f000",
    Rate: "50\u202f000/s",
    "Next depth": "unknown yet",
  });
});

test("a step that is over leaves no estimate behind", () => {
  const table = [progress("table", 0, 4096, 0), progress("table", 2048, 4096, 4)];
  assert.equal(said(table)["Left of this step"], "4.0 s");
  assert.deepEqual(said([...table, progress("table", 4096, 4096, 8)]), {});
  const after = said([...table, length_done(8, null)]);
  assert.equal(after["Next depth"], "unknown yet");
  assert.ok(!Object.keys(after).some((name) => name.startsWith("Left")), "nor does a depth");
  // Another step says nothing about itself before it has been measured.
  const other = said([...table, progress("length 9", 20, 27, 0)]);
  assert.equal(other["Left of this step"], "unknown yet");
});

test("the next depth is no longer the next when it is measured itself", () => {
  const next = { least_seconds: 15, most_seconds: 46 };
  const begun = [length_done(16, next), progress("length 17", 1, 3240, 0)];
  assert.equal(said(begun)["Next depth"], "15 s to 46 s");
  const running = said([...begun, progress("length 17", 810, 3240, 10)]);
  assert.equal(running["Next depth"], undefined);
  assert.equal(running["Left of this step"], "30 s");
  assert.equal(running["Depth done"], "16");
  // A table that the search makes in between says nothing about the depth.
  const table = said([...begun, progress("table", 0, 100, 0), progress("table", 50, 100, 3)]);
  assert.equal(table["Next depth"], "15 s to 46 s");
});

test("a batch says what is left of all of it, and an end takes all estimates away", () => {
  const batch = [progress("positions", 1, 10, 0), progress("positions", 4, 10, 8)];
  assert.deepEqual(said(batch), { Left: "12 s" });
  assert.deepEqual(said([...batch, ["end", {}]]), {});
});

test("jobs that stand before it are counted while it waits", () => {
  assert.deepEqual(said([["state", { state: "waiting", waiting_before: 1 }]]), {
    "Before it": "1 job",
  });
  assert.deepEqual(
    said([
      ["state", { state: "waiting", waiting_before: 3 }],
      ["state", { state: "running", waiting_before: 0 }],
    ]),
    {},
  );
});
