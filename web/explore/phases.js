// The card Phases of the tab Explore: along which chain of sets of moves any position is solved. It is
// made on request only, since its tables take seconds to a minute and some memory.

import { JobView } from "../jobs/job.js";
import { fill, h } from "../shared/dom.js";
import { bytes_text, grouped, scientific, time_text } from "../shared/format.js";

/** @param {number} log the decimal logarithm of a count, of which two digits are known */
function count_text(log) {
  const power = Math.floor(log);
  if (power < 2) return grouped(Math.round(10 ** log));
  return scientific(Math.round(10 ** (log - power + 1)) + "0".repeat(power - 1));
}

export class PhasesCard {
  /** @param {() => object} fields of the puzzle that is asked about */
  constructor(fields) {
    this.fields = fields;
    this.job = new JobView({ start: "Looking for a chain …", label: "Progress of the phases" });
    this.table = h("div", { class: "scroll" });
    this.summary = h("p", { class: "outcome", role: "status", hidden: true });
    this.element = h(
      "section",
      { class: "card wide", "aria-labelledby": "explore-phases" },
      h("h2", { id: "explore-phases", text: "Phases" }),
      h("p", {
        class: "hint",
        text: "Any position is solved along a chain of phases: the moves of each put right what the next ones keep.",
      }),
      h(
        "div",
        { class: "inline" },
        h(
          "button",
          { type: "button", class: "primary slim", on: { click: () => this.#ask() } },
          "Show the phases",
        ),
      ),
      this.table,
      this.summary,
      this.job.element,
    );
    this.forget();
  }

  /** Another puzzle, or other moves of it. */
  forget() {
    this.job.drop();
    this.job.element.hidden = true;
    this.table.replaceChildren();
    this.summary.hidden = true;
  }

  async #ask() {
    this.summary.hidden = true;
    this.table.replaceChildren();
    const job = await this.job.run({ kind: "plan", ...this.fields() });
    if (!job?.result) return;
    const { phases, expected, bytes, seconds } = job.result;
    this.summary.hidden = false;
    if (phases.length === 0) {
      this.summary.textContent =
        "There is no chain of phases for this puzzle: its positions are solved by words that are shortened.";
      return;
    }
    this.summary.textContent = `About ${Math.round(expected)} moves without a choice, fewer by choosing. ${bytes_text(bytes)} of memory, ready after ${time_text(seconds)}.`;
    fill(
      this.table,
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden", text: "Phases" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Phase", "Moves", "What comes right", "Positions, about", "On average", "At most"].map((text) =>
              h("th", { scope: "col", text }),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          phases.map((/** @type {any} */ phase, /** @type {number} */ i) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: i + 1 }),
              h("td", { class: "mono", text: phase.moves }),
              h(
                "td",
                {},
                phase.goals.map((/** @type {string} */ text) => h("div", { text })),
              ),
              h("td", { text: count_text(phase.log10_positions) }),
              h("td", { text: `${phase.exact ? "" : "≥ "}${phase.table_mean.toFixed(2)}` }),
              h("td", { text: `${phase.exact ? "" : "≥ "}${phase.table_greatest}` }),
            ),
          ),
        ),
      ),
    );
  }
}
