// The tab Batch: many positions in, a table of solutions out. Rows come as they are solved; the table
// is sorted by any column and leaves as CSV or JSON.

import { JobView } from "../jobs/job.js";
import { search_fields, SearchOptions } from "../jobs/options.js";
import { puzzle_events } from "../puzzle/puzzle.js";
import { debounced, download, file_text, fill, h, icon } from "../shared/dom.js";
import { counted, time_text } from "../shared/format.js";
import { change, on_change, state } from "../shared/store.js";
import { error_text, rows_as_csv, sorted_rows } from "./rows.js";

/**
 * @typedef {import("./rows.js").Row} Row
 * @typedef {import("./rows.js").Column} Column
 */

/** @type {[Column, string][]} */
const COLUMNS = [
  ["number", "#"],
  ["position", "Position"],
  ["length", "Length"],
  ["solution", "Solution"],
  ["seconds", "Time"],
];
const MOST_ROWS_SHOWN = 2000;

/** @param {string} text @returns {string[]} one position a line; empty lines and comments are left out */
export function position_lines(text) {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
}

export class BatchTab {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Column} */
    this.column = "number";
    this.descending = false;
    this.options = new SearchOptions();
    this.job = new JobView({ start: "Asking the server …", label: "Progress of the batch" });
    this.text = h("textarea", {
      id: "batch-text",
      rows: 9,
      spellcheck: "false",
      autocapitalize: "off",
      placeholder: "R U R' U'\nF R U R' U' F'\n…",
      on: { input: () => change({ batch: this.text.value }) },
    });
    this.count = h("p", { class: "hint", role: "status" });
    this.button = h(
      "button",
      { type: "button", class: "primary", title: "Ctrl+Enter", on: { click: () => this.run() } },
      "Solve all",
    );
    this.file = h("input", {
      type: "file",
      class: "visually-hidden",
      accept: ".txt,.csv,text/plain",
      on: {
        change: async () => {
          const file = this.file.files?.[0];
          const text = file ? await file_text(file) : null;
          if (text !== null) change({ batch: text });
          this.file.value = "";
        },
      },
    });
    this.summary = h("p", { class: "outcome", role: "status", hidden: true });
    this.head = h(
      "tr",
      {},
      COLUMNS.map(([column, text]) =>
        h(
          "th",
          { scope: "col", "aria-sort": "none", "data-column": column },
          h("button", {
            type: "button",
            class: "sort",
            text,
            on: { click: () => this.#sort_by(column) },
          }),
        ),
      ),
    );
    this.body = h("tbody");
    this.table = h(
      "div",
      { class: "scroll results", hidden: true },
      h(
        "table",
        { class: "batch-table" },
        h("caption", { class: "visually-hidden", text: "Solutions" }),
        h("thead", {}, this.head),
        this.body,
      ),
    );
    this.tools = h(
      "div",
      { class: "tools", hidden: true },
      h(
        "button",
        {
          type: "button",
          class: "soft",
          on: { click: () => download("solutions.csv", "text/csv", rows_as_csv(this.rows)) },
        },
        icon("save"),
        "CSV",
      ),
      h(
        "button",
        {
          type: "button",
          class: "soft",
          on: {
            click: () =>
              download(
                "solutions.json",
                "application/json",
                `${JSON.stringify(this.rows, null, 2)}\n`,
              ),
          },
        },
        icon("save"),
        "JSON",
      ),
    );
    this.element = h(
      "div",
      { class: "batch" },
      h(
        "section",
        { class: "card", "aria-label": "What to solve" },
        h(
          "div",
          { class: "card-head" },
          h("h2", {}, h("label", { for: "batch-text", text: "Positions, one a line" })),
          h(
            "div",
            { class: "tools" },
            h("label", { class: "soft button" }, icon("file"), "File", this.file),
          ),
        ),
        this.text,
        this.count,
        h("div", { class: "go" }, this.options.engine, this.button),
        this.options.element,
      ),
      h(
        "section",
        { class: "card", "aria-labelledby": "batch-results" },
        h(
          "div",
          { class: "card-head" },
          h("h2", { id: "batch-results", text: "Solutions" }),
          this.tools,
        ),
        (this.empty = h("p", {
          class: "hint",
          text: "Paste scrambles or positions on the left, then press Solve all. Click a row to play it.",
        })),
        this.summary,
        this.job.element,
        this.table,
      ),
    );
    this.job.element.addEventListener("state", () => this.#show_button());
    this.show_soon = debounced(60, () => this.#show());
    on_change(["batch"], () => this.#show_text());
    puzzle_events.addEventListener("loading", () => this.#forget());
    this.#show_text();
  }

  #forget() {
    this.job.drop();
    this.job.element.hidden = true;
    this.rows = [];
    this.summary.hidden = true;
    this.#show();
  }

  #show_text() {
    if (this.text.value !== state.batch) this.text.value = state.batch;
    const count = position_lines(state.batch).length;
    this.count.textContent = count === 0 ? "" : counted(count, "position");
    this.#show_button();
  }

  #show_button() {
    this.button.disabled = this.job.running || position_lines(state.batch).length === 0;
    this.button.textContent = this.job.running ? "Solving …" : "Solve all";
  }

  async run() {
    if (this.button.disabled) return;
    this.rows = [];
    this.summary.hidden = true;
    this.#show();
    const job = await this.job.run(
      { kind: "batch", positions: position_lines(state.batch), ...search_fields() },
      {
        row: (row) => {
          this.rows.push(row);
          this.show_soon();
        },
      },
    );
    this.#show_button();
    if (job?.result?.rows) this.rows = job.result.rows;
    this.#show();
    if (job?.result) {
      const { solved, missed, mean_length } = job.result;
      this.summary.hidden = false;
      this.summary.textContent =
        `${counted(solved, "position")} solved${missed ? `, ${missed} not` : ""}` +
        `${mean_length !== null && mean_length !== undefined && solved > 0 ? `; mean length ${Number(mean_length).toFixed(2)}` : ""}; ${time_text(job.seconds)} in all.`;
    }
  }

  /** @param {Column} column */
  #sort_by(column) {
    this.descending = this.column === column ? !this.descending : false;
    this.column = column;
    this.#show();
  }

  #show() {
    this.empty.hidden = this.rows.length > 0;
    this.table.hidden = this.rows.length === 0;
    this.tools.hidden = this.rows.length === 0;
    for (const cell of this.head.children) {
      cell.setAttribute(
        "aria-sort",
        cell.dataset.column !== this.column ? "none" : this.descending ? "descending" : "ascending",
      );
    }
    const rows = sorted_rows(this.rows, this.column, this.descending);
    fill(
      this.body,
      rows.slice(0, MOST_ROWS_SHOWN).map((row) => this.#row(row)),
      rows.length > MOST_ROWS_SHOWN
        ? h(
            "tr",
            {},
            h("td", {
              colspan: 5,
              class: "muted",
              text: `${rows.length - MOST_ROWS_SHOWN} more rows are in the CSV and the JSON.`,
            }),
          )
        : null,
    );
  }

  /** @param {Row} row */
  #row(row) {
    const playable = row.solution !== null && row.solution !== undefined;
    return h(
      "tr",
      {
        class: playable ? "playable" : "missed",
        on: playable ? { click: () => this.#play(row) } : {},
      },
      h("td", { text: row.number }),
      h("td", { class: "mono", text: row.position }),
      h(
        "td",
        { class: "right" },
        row.length ?? "–",
        row.optimal ? h("span", { class: "star", title: "optimal", text: "★" }) : null,
      ),
      h(
        "td",
        { class: "mono" },
        playable
          ? h("button", {
              type: "button",
              class: "row-play",
              text: row.solution || "(solved)",
              "aria-label": row.solution ? `Play ${row.solution}` : "Show it: it is solved",
              on: {
                click: (/** @type {Event} */ event) => {
                  event.stopPropagation();
                  this.#play(row);
                },
              },
            })
          : h("span", { class: "bad", text: error_text(row.error) || "not solved" }),
      ),
      h("td", { class: "right", text: playable ? time_text(row.seconds) : "" }),
    );
  }

  /** @param {Row} row */
  #play(row) {
    change({
      tab: "solve",
      input: "moves",
      position: row.position,
      alg: row.solution ?? "",
      at: 0,
    });
  }
}
