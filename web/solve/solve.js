// The tab Solve: position, options, a button, and the solutions as they come.

import { JobView } from "../jobs/job.js";
import { search_fields, SearchOptions } from "../jobs/options.js";
import { puzzle_events } from "../puzzle/puzzle.js";
import { announce, copy_text, h, icon } from "../shared/dom.js";
import { counted, time_text } from "../shared/format.js";
import { change, on_change, state } from "../shared/store.js";

/**
 * @typedef {{solution: string, length: number, optimal: boolean, seconds: number | null}} Found
 */

const END_TEXT = /** @type {Record<string, string>} */ ({
  time: "The time is over.",
  stopped: "Stopped.",
  cancelled: "Stopped.",
  length: "Nothing shorter within the limit.",
});

export class SolveTab {
  /** @param {import("./position-input.js").PositionInput} position */
  constructor(position) {
    this.position = position;
    /** @type {Found[]} */
    this.found = [];
    /** Their items in the list, which stay: who has the focus in one of them keeps it.
     * @type {Map<Found, HTMLElement>} */
    this.items = new Map();
    this.options = new SearchOptions();
    this.job = new JobView({ start: "Asking the server …", label: "Progress of the search" });
    this.button = h(
      "button",
      { type: "button", class: "primary", title: "Ctrl+Enter", on: { click: () => this.solve() } },
      "Solve",
    );
    this.list = h("ol", { class: "solutions", "aria-label": "Solutions" });
    this.outcome = h("p", { class: "outcome", role: "status", hidden: true });
    this.element = h(
      "section",
      { class: "card", "aria-labelledby": "solve-title" },
      h("h2", { id: "solve-title", class: "visually-hidden", text: "Search" }),
      h("div", { class: "go" }, this.options.engine, this.button),
      this.options.element,
      this.list,
      this.outcome,
      this.job.element,
    );
    this.job.element.addEventListener("state", () => this.#show_button());
    position.element.addEventListener("checked", () => this.#show_button());
    puzzle_events.addEventListener("loading", () => this.#reset());
    on_change(["position"], () => this.#reset());
    on_change(["alg"], () => this.#show_list());
  }

  #reset() {
    this.job.drop();
    this.job.element.hidden = true;
    this.found = [];
    this.outcome.hidden = true;
    this.#show_list();
    this.#show_button();
  }

  #show_button() {
    this.button.disabled = this.job.running || !this.position.solvable;
    this.button.textContent = this.job.running ? "Solving …" : "Solve";
  }

  async solve() {
    if (this.button.disabled) return;
    this.found = [];
    this.outcome.hidden = true;
    this.#show_list();
    // An address that was opened with a solution keeps it on the stage until a new one comes.
    const job = await this.job.run(
      { kind: "solve", position: state.position, ...search_fields() },
      {
        solution: (data) => this.#add(data),
      },
    );
    this.#show_button();
    if (!job?.result) return;
    const result = job.result;
    for (const one of result.solutions ?? [])
      this.#add({ ...one, optimal: result.optimal, seconds: null }, true);
    if (result.solution !== undefined && result.solution !== null) this.#add(result, true);
    if (result.optimal)
      for (const one of this.found) if (one.length === result.length) one.optimal = true;
    this.#show_list();
    this.#show_outcome(job);
  }

  /** @param {any} job */
  #show_outcome(job) {
    const { result } = job;
    const note = typeof result.note === "string" ? result.note : "";
    let text = END_TEXT[result.end] ?? "";
    if (this.found.length === 0)
      text = `No solution${state.max_length !== null ? ` of at most ${state.max_length} moves` : ""}. ${text}`;
    if (result.proved && !result.optimal && result.proved > 0)
      text += ` No solution is shorter than ${counted(result.proved, "move")}.`;
    if (note) text += ` ${note}`;
    this.outcome.textContent = text.trim();
    this.outcome.hidden = this.outcome.textContent === "";
  }

  /** @param {any} data @param {boolean} [late] from the result: no news if it is there already */
  #add(data, late = false) {
    const same = this.found.find((one) => one.solution === data.solution);
    if (same) {
      same.optimal ||= Boolean(data.optimal);
      if (late) return;
    } else {
      this.found.push({
        solution: data.solution,
        length: data.length,
        optimal: Boolean(data.optimal),
        seconds: data.seconds ?? null,
      });
      // The shortest on top; what comes later of the same length below.
      this.found.sort((a, b) => a.length - b.length);
      if (!late || this.found.length === 1) {
        announce(`${counted(data.length, "move")}: ${data.solution}`);
        // The first solution is on the stage at once; a shorter one takes its place unless someone is looking at it.
        const best = this.found[0];
        const { player } = this.position;
        const watching = player.shows_state && (player.playing || player.time > 0);
        if (best.solution === data.solution && !watching) change({ alg: best.solution, at: 0 });
      }
    }
    this.#show_list();
    // Below an open goal the first solution would come unseen.
    if (this.found.length === 1) this.list.scrollIntoView({ block: "nearest" });
  }

  #show_list() {
    for (const [one, item] of this.items) {
      if (this.found.includes(one)) continue;
      item.remove();
      this.items.delete(one);
    }
    this.found.forEach((one, i) => {
      const item = this.items.get(one) ?? this.#item(one);
      this.items.set(one, item);
      const played = one.solution === state.alg && one.solution !== "";
      item.classList.toggle("played", played);
      item.querySelector(".solution-play")?.setAttribute("aria-pressed", String(played));
      /** @type {HTMLElement} */ (item.querySelector(".badge")).hidden = !one.optimal;
      const there = this.list.children[i] ?? null;
      if (there !== item) this.list.insertBefore(item, there);
    });
    this.list.hidden = this.found.length === 0;
  }

  /** @param {Found} one */
  #item(one) {
    const text = one.solution || "Nothing to do: it is solved.";
    return h(
      "li",
      { class: "solution" },
      h(
        "button",
        {
          type: "button",
          class: "solution-play",
          title: "Play",
          on: { click: () => this.#play(one) },
        },
        h(
          "span",
          { class: "length" },
          String(one.length),
          h("small", { text: one.length === 1 ? "move" : "moves" }),
        ),
        h(
          "span",
          { class: "solution-text" },
          h("span", { class: "moves", text }),
          h(
            "span",
            { class: "solution-facts" },
            h("span", { class: "badge good", text: "optimal", hidden: true }),
            one.seconds !== null ? h("span", { text: time_text(one.seconds) }) : null,
          ),
        ),
        icon("play"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": "Copy this solution",
          title: "Copy",
          on: { click: () => copy_text(one.solution, "Solution") },
        },
        icon("copy"),
      ),
    );
  }

  /** @param {Found} one */
  #play(one) {
    const again = state.alg === one.solution;
    change({ alg: one.solution, at: 0 });
    const { player } = this.position;
    if (again) {
      player.seek(0);
      player.toggle();
    } else {
      this.position.play_when_shown = true;
    }
  }
}
