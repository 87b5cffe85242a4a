// The tab Explore: how many positions there are, what the pieces and moves are, how far positions are
// from solved, along which phases they are solved, and how many sequences there are. Decides what is asked for at once and what only on
// request: all distances are offered right away where there are few enough positions.

import { JobView } from "../jobs/job.js";
import { SearchOptions } from "../jobs/options.js";
import { current, puzzle_events } from "../puzzle/puzzle.js";
import { ApiError, post } from "../shared/api.js";
import { csv } from "../shared/csv.js";
import { download, fill, h, icon } from "../shared/dom.js";
import { counted, grouped, scientific } from "../shared/format.js";
import { on_change, puzzle_fields, state } from "../shared/store.js";
import { layer_chart } from "./chart.js";
import { PhasesCard } from "./phases.js";

/** @typedef {import("./chart.js").Layer} Layer */

const FEW_POSITIONS = 200_000_000; // minutes at most, with two bits a position
const MOST_MOVES_LISTED = 200;

/** @param {string} label @param {string} name @param {() => {head: string[], rows: unknown[][], json: unknown}} table */
function save_buttons(label, name, table) {
  return h(
    "div",
    { class: "tools" },
    h(
      "button",
      {
        type: "button",
        class: "soft",
        "aria-label": `${label} as CSV`,
        on: {
          click: () => {
            const { head, rows } = table();
            download(`${name}.csv`, "text/csv", csv(head, rows));
          },
        },
      },
      icon("save"),
      "CSV",
    ),
    h(
      "button",
      {
        type: "button",
        class: "soft",
        "aria-label": `${label} as JSON`,
        on: {
          click: () =>
            download(
              `${name}.json`,
              "application/json",
              `${JSON.stringify(table().json, null, 2)}\n`,
            ),
        },
      },
      icon("save"),
      "JSON",
    ),
  );
}

export class ExploreTab {
  constructor() {
    this.stale = true;
    this.asked = 0;
    /** Whether the depth that is given is not the person's own. */
    this.depth_given = false;
    /** @type {any} */
    this.info = null;
    /** @type {Layer[]} */
    this.layers = [];
    this.logarithmic = false;
    this.info_job = new JobView({ start: "Counting positions …", label: "Progress" });
    this.god_job = new JobView({
      start: "Asking the server …",
      label: "Progress of the distances",
    });
    this.count_job = new JobView({ start: "Counting …", label: "Progress of the count" });
    this.phases = new PhasesCard(() => this.#fields());
    this.#build();
    puzzle_events.addEventListener("ready", () => this.#forget());
    puzzle_events.addEventListener("failed", () => this.#forget());
    on_change(["metric", "moves"], () => this.#forget());
    on_change(["tab"], () => this.#load());
  }

  #build() {
    this.figures = h("dl", { class: "figures" });
    this.orbits = h("div", { class: "scroll" });
    this.actions = h("div");
    this.god_warning = h("p", { class: "hint" });
    this.depth = h("input", {
      type: "number",
      min: 1,
      max: 200,
      placeholder: "all",
      class: "narrow",
      "aria-label": "Up to this distance",
      on: {
        input: () => {
          this.depth_given = false;
        },
      },
    });
    this.god_button = h(
      "button",
      { type: "button", class: "primary slim", on: { click: () => this.#god() } },
      "Count distances",
    );
    this.chart = h("div", { class: "chart-box" });
    this.god_table = h("div", { class: "scroll" });
    this.god_summary = h("p", { class: "outcome", role: "status", hidden: true });
    this.scale = h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        on: {
          change: (/** @type {any} */ event) => {
            this.logarithmic = event.target.checked;
            this.#show_layers();
          },
        },
      }),
      "Logarithmic",
    );
    this.god_tools = h(
      "div",
      { class: "tools", hidden: true },
      this.scale,
      save_buttons("Distances", "distances", () => ({
        head: ["depth", "positions", "classes"],
        rows: this.layers.map((layer) => [layer.depth, layer.positions, layer.classes]),
        json: this.god_result ?? this.layers,
      })),
    );
    this.count_depth = h("input", {
      type: "number",
      min: 1,
      max: 1000,
      value: 20,
      class: "narrow",
      "aria-label": "Up to this length",
    });
    this.count_table = h("div", { class: "scroll" });
    const options = new SearchOptions();
    this.element = h(
      "div",
      { class: "explore" },
      h(
        "section",
        { class: "card wide", "aria-labelledby": "explore-states" },
        h("h2", { id: "explore-states", text: "Positions" }),
        this.figures,
        h(
          "details",
          { class: "fold" },
          h("summary", { text: "Metric and moves" }),
          h("div", { class: "half" }, options.metric),
          options.chips,
          options.moves_hint,
        ),
        this.info_job.element,
      ),
      h(
        "section",
        { class: "card wide", "aria-labelledby": "explore-god" },
        h(
          "div",
          { class: "card-head" },
          h("h2", { id: "explore-god", text: "Distances from solved" }),
          this.god_tools,
        ),
        this.god_warning,
        h(
          "div",
          { class: "inline" },
          h("label", { class: "inline" }, "Up to distance ", this.depth),
          this.god_button,
        ),
        h("div", { class: "chart-and-table" }, this.chart, this.god_table),
        this.god_summary,
        this.god_job.element,
      ),
      this.phases.element,
      h(
        "section",
        { class: "card", "aria-labelledby": "explore-orbits" },
        h("h2", { id: "explore-orbits", text: "Pieces" }),
        this.orbits,
      ),
      h(
        "section",
        { class: "card", "aria-labelledby": "explore-moves" },
        h("h2", { id: "explore-moves", text: "What each move does" }),
        this.actions,
      ),
      h(
        "section",
        { class: "card wide", "aria-labelledby": "explore-count" },
        h("h2", { id: "explore-count", text: "Canonical sequences" }),
        h("p", {
          class: "hint",
          text: "Sequences that differ only in the order of moves that commute count once.",
        }),
        h(
          "div",
          { class: "inline" },
          h("label", { class: "inline" }, "Up to length ", this.count_depth),
          h(
            "button",
            { type: "button", class: "primary slim", on: { click: () => this.#count() } },
            "Count sequences",
          ),
        ),
        this.count_table,
        this.count_job.element,
      ),
    );
  }

  #forget() {
    this.stale = true;
    this.phases.forget();
    this.info = null;
    this.layers = [];
    this.god_result = null;
    for (const job of [this.info_job, this.god_job, this.count_job]) {
      job.drop();
      job.element.hidden = true;
    }
    for (const part of [
      this.figures,
      this.orbits,
      this.actions,
      this.chart,
      this.god_table,
      this.count_table,
    ])
      part.replaceChildren();
    this.god_tools.hidden = true;
    this.god_summary.hidden = true;
    this.#warn();
    this.#load();
  }

  #fields() {
    return {
      ...puzzle_fields(),
      metric: state.metric,
      ...(state.moves ? { moves: state.moves } : {}),
    };
  }

  async #load() {
    const puzzle = current;
    if (state.tab !== "explore" || !this.stale || !puzzle) return;
    this.stale = false;
    this.#show_orbits();
    this.#warn();
    this.#load_actions();
    const job = await this.info_job.run({ kind: "info", ...this.#fields() });
    if (!job?.result || current !== puzzle) return;
    this.info = job.result;
    this.#show_info();
    this.#warn();
  }

  #show_info() {
    const { info } = this;
    /** @param {string} name @param {string} digits @param {string} [more] */
    const number = (name, digits, more = "") =>
      h(
        "div",
        { class: "figure" },
        h("dt", { text: name }),
        h(
          "dd",
          {},
          h("strong", { text: scientific(digits) }),
          digits.length > 6 ? h("span", { class: "digits", text: grouped(digits) }) : null,
          more ? h("span", { class: "muted", text: more }) : null,
        ),
      );
    const sym = info.symmetries;
    fill(
      this.figures,
      number("Positions", info.states),
      info.states_up_to_rotation !== info.states
        ? number("Up to turning the whole", info.states_up_to_rotation)
        : null,
      info.group_order && info.group_order !== info.states
        ? number("Order of the group", info.group_order)
        : null,
      sym
        ? h(
            "div",
            { class: "figure" },
            h("dt", { text: "Symmetries" }),
            h(
              "dd",
              {},
              h("strong", { text: String(sym.with_mirrors ?? sym.rotations) }),
              h("span", {
                class: "muted",
                text: `${counted(sym.rotations, "rotation")}${sym.with_inversion ? `; ${sym.with_inversion} with inversion` : ""}`,
              }),
            ),
          )
        : null,
      info.gods_number_at_least
        ? h(
            "div",
            { class: "figure" },
            h("dt", { text: "God's number" }),
            h(
              "dd",
              {},
              h("strong", { text: `≥ ${info.gods_number_at_least}` }),
              h("span", { class: "muted", text: "by counting sequences" }),
            ),
          )
        : null,
    );
  }

  #show_orbits() {
    const orbits = current?.info.orbits ?? [];
    fill(
      this.orbits,
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden", text: "Orbits of pieces" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Orbit", "Pieces", "Orientations", "Different"].map((text) =>
              h("th", { scope: "col", text }),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          orbits.map((orbit) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: orbit.name }),
              h("td", { text: orbit.pieces }),
              h("td", { text: orbit.orientations }),
              h("td", { text: orbit.identities }),
            ),
          ),
        ),
      ),
    );
  }

  async #load_actions() {
    const turn = ++this.asked;
    const puzzle = current;
    try {
      const { actions } = await post("/v1/puzzle/actions", this.#fields());
      if (turn !== this.asked || current !== puzzle) return;
      const shown = actions.slice(0, MOST_MOVES_LISTED);
      fill(
        this.actions,
        h(
          "div",
          { class: "scroll tall" },
          h(
            "table",
            {},
            h("caption", { class: "visually-hidden", text: "Moves as cycles of pieces" }),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Move", "Order", "Cycles"].map((text) => h("th", { scope: "col", text })),
              ),
            ),
            h(
              "tbody",
              {},
              shown.map((/** @type {any} */ action) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row", class: "mono", text: action.move }),
                  h("td", { text: action.order }),
                  h(
                    "td",
                    { class: "cycles" },
                    action.orbits.map((/** @type {any} */ orbit) =>
                      h(
                        "div",
                        {},
                        h("span", { class: "muted", text: `${orbit.orbit} ` }),
                        h("span", {
                          class: "mono",
                          text: orbit.cycles
                            .map((/** @type {number[]} */ cycle) => `(${cycle.join(" ")})`)
                            .join(" "),
                        }),
                        orbit.twisted?.length
                          ? h("span", {
                              class: "muted",
                              text: ` twists ${orbit.twisted.join(" ")}`,
                            })
                          : null,
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
        actions.length > shown.length
          ? h("p", { class: "hint", text: `${actions.length - shown.length} more moves.` })
          : null,
      );
    } catch (fault) {
      if (fault instanceof ApiError && turn === this.asked && current === puzzle)
        fill(this.actions, h("p", { class: "verdict", "data-kind": "bad", text: fault.message }));
    }
  }

  #warn() {
    const states = this.info?.states ?? null;
    const few = states !== null && states.length < 16 && Number(states) <= FEW_POSITIONS;
    if (states === null) {
      this.god_warning.textContent = "How far each position is from solved, in the fewest moves.";
    } else if (few) {
      this.god_warning.textContent = `All ${grouped(states)} positions can be counted: that is quick.`;
    } else {
      this.god_warning.textContent = `${scientific(states)} positions are too many to count them all. Give a distance up to which to count; each further one takes about as many times longer as there are moves to choose from.`;
    }
    if (!few && states !== null && this.depth.value === "") {
      this.depth.value = "5";
      this.depth_given = true;
    } else if (few && this.depth_given) {
      this.depth.value = "";
      this.depth_given = false;
    }
    this.depth.placeholder = few ? "all" : "";
  }

  async #god() {
    const depth = this.depth.value === "" ? null : Number(this.depth.value);
    this.layers = [];
    this.god_result = null;
    this.god_summary.hidden = true;
    this.#show_layers();
    const job = await this.god_job.run(
      { kind: "god", ...this.#fields(), ...(depth === null ? {} : { max_depth: depth }) },
      {
        layer: (layer) => {
          this.layers.push(layer);
          this.#show_layers();
        },
      },
    );
    if (!job?.result) return;
    this.god_result = job.result;
    this.layers = job.result.layers ?? this.layers;
    this.#show_layers();
    const all = job.result.end === "all";
    this.god_summary.hidden = false;
    this.god_summary.textContent = all
      ? `All ${grouped(String(job.result.positions))} positions: none is farther than ${counted(this.layers.at(-1)?.depth ?? 0, "move")} from solved.`
      : `${grouped(String(job.result.positions))} positions up to distance ${this.layers.at(-1)?.depth ?? 0}.`;
  }

  #show_layers() {
    this.god_tools.hidden = this.layers.length === 0;
    if (this.layers.length === 0) {
      this.chart.replaceChildren();
      this.god_table.replaceChildren();
      return;
    }
    fill(this.chart, layer_chart(this.layers, this.logarithmic));
    const classes = this.layers.some(
      (layer) => layer.classes !== undefined && layer.classes !== null,
    );
    fill(
      this.god_table,
      h(
        "table",
        { class: "numbers" },
        h("caption", { class: "visually-hidden", text: "Positions by distance" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", text: "Distance" }),
            h("th", { scope: "col", text: "Positions" }),
            classes ? h("th", { scope: "col", text: "Up to symmetry" }) : null,
          ),
        ),
        h(
          "tbody",
          {},
          this.layers.map((layer) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: layer.depth }),
              h("td", { text: grouped(String(layer.positions)) }),
              classes ? h("td", { text: grouped(String(layer.classes ?? "")) }) : null,
            ),
          ),
        ),
      ),
    );
  }

  async #count() {
    const job = await this.count_job.run({
      kind: "count",
      depth: Number(this.count_depth.value) || 20,
      ...this.#fields(),
    });
    if (!job?.result) return;
    const { sequences, automaton_states, branching_factor } = job.result;
    fill(
      this.count_table,
      h(
        "div",
        { class: "card-head" },
        h("p", {
          class: "hint",
          text: `Branching factor ${Number(branching_factor).toFixed(4)}; ${counted(automaton_states, "state")} of the automaton.`,
        }),
        save_buttons("Sequences", "sequences", () => ({
          head: ["length", "sequences"],
          rows: sequences.map((/** @type {string} */ count, /** @type {number} */ i) => [i, count]),
          json: job.result,
        })),
      ),
      h(
        "table",
        { class: "numbers" },
        h("caption", { class: "visually-hidden", text: "Canonical sequences by length" }),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", text: "Length" }),
            h("th", { scope: "col", text: "Sequences" }),
          ),
        ),
        h(
          "tbody",
          {},
          sequences.map((/** @type {string} */ count, /** @type {number} */ i) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", text: i }),
              h("td", { text: grouped(String(count)) }),
            ),
          ),
        ),
      ),
    );
  }
}
