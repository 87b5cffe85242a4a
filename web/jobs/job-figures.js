// What is said in figures about a job while it runs, and when. Decides what is known: an estimate is
// said only where something has been measured for it, and goes when what it was about is over. Leaves
// out how it looks.

import {
  bytes_text,
  rough_count,
  time_left_text,
  time_range_text,
  time_text,
} from "../shared/format.js";

const STEP_LEFT = "Left of this step";
const ORDER = [
  "Depth done",
  "Nodes",
  "Rate",
  "Next depth",
  STEP_LEFT,
  "Left",
  "Memory",
  "Time",
  "Before it",
];
const ONLY_WHILE_IT_RUNS = ["Next depth", STEP_LEFT, "Left", "Memory", "Time", "Before it"];

/** @typedef {{what: string, done: number, total: number, left_seconds: number | null}} Progress of one
 * step; left_seconds is null where too little has been measured */

export class JobFigures {
  /** @type {Map<string, string>} */
  #known = new Map();
  /** The step that runs. @type {string | null} */
  #step = null;

  /** What is known, in the order in which it is shown. @returns {[string, string][]} */
  list() {
    return ORDER.flatMap((name) => {
      const text = this.#known.get(name);
      return text ? [/** @type {[string, string]} */ ([name, text])] : [];
    });
  }

  /** @param {string} event of the job @param {any} data of the event */
  take(event, data) {
    if (event === "state") {
      const before = data.state === "waiting" ? data.waiting_before : 0;
      this.#say("Before it", before > 0 ? `${before} ${before === 1 ? "job" : "jobs"}` : "");
    } else if (event === "progress") {
      this.#progress(data);
    } else if (event === "length") {
      this.#step_over();
      this.#say("Depth done", String(data.length));
      this.#say("Nodes", rough_count(data.nodes));
      if (data.rate) this.#say("Rate", `${rough_count(data.rate)}/s`);
      const { next } = data;
      this.#say(
        "Next depth",
        next ? time_range_text(next.least_seconds, next.most_seconds) : "unknown yet",
      );
    } else if (event === "end") {
      for (const name of ONLY_WHILE_IT_RUNS) this.#say(name, "");
    }
  }

  /** What it takes, as the job itself says. @param {{memory_bytes: number, seconds: number}} job */
  take_cost(job) {
    this.#say("Memory", job.memory_bytes ? bytes_text(job.memory_bytes) : "");
    this.#say("Time", time_text(job.seconds));
  }

  /** @param {Progress} progress */
  #progress(progress) {
    if (this.#step !== progress.what) this.#step_over();
    if (progress.total > 0 && progress.done >= progress.total) {
      // Nobody has measured yet what comes after it.
      this.#step_over();
      return;
    }
    this.#step = progress.what;
    const left = progress.left_seconds;
    // The positions of a batch are all that it has to do.
    const name = progress.what === "positions" ? "Left" : STEP_LEFT;
    if (left !== null) {
      this.#say(name, time_left_text(left));
      // The depth that was to come is the one that runs.
      if (progress.what.startsWith("length ")) this.#say("Next depth", "");
    } else if (!this.#known.has("Next depth")) {
      this.#say(name, "unknown yet");
    }
  }

  #step_over() {
    this.#step = null;
    this.#say(STEP_LEFT, "");
    this.#say("Left", "");
  }

  /** @param {string} name @param {string} text "" takes it away */
  #say(name, text) {
    if (text) this.#known.set(name, text);
    else this.#known.delete(name);
  }
}
