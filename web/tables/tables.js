// The tab Tables: what gyre keeps on disk so that searches are quick, with sizes; deleting and
// building. Both tell what they cost before they are done.

import { JobView } from "../jobs/job.js";
import { get, remove } from "../shared/api.js";
import { ask } from "../shared/dialogs.js";
import { fill, h, icon, toast } from "../shared/dom.js";
import { bytes_text, counted, time_text } from "../shared/format.js";
import { on_change, state } from "../shared/store.js";

/** @typedef {{name: string, summary: string, stored: boolean, bytes: number, file_bytes: number | null,
 *   rough_seconds: number | null, build_seconds: number | null, fault: string | null, leftover: boolean}} Table */

export class TablesTab {
  constructor() {
    this.job = new JobView({ start: "Asking the server …", label: "Progress of the table" });
    this.asked = 0;
    this.total = h("p", { class: "hint", tabindex: "-1" });
    this.error = h("p", { class: "verdict", "data-kind": "bad", role: "alert", hidden: true });
    this.stored = h("ul", { class: "tables" });
    this.missing = h("ul", { class: "tables" });
    this.element = h(
      "div",
      { class: "tables-tab" },
      this.error,
      h(
        "section",
        { class: "card wide", "aria-labelledby": "tables-stored" },
        h("div", { class: "card-head" }, h("h2", { id: "tables-stored", text: "Stored tables" })),
        this.total,
        this.job.element,
        this.stored,
      ),
      h(
        "section",
        { class: "card wide", "aria-labelledby": "tables-missing" },
        h("h2", { id: "tables-missing", text: "Can be built" }),
        h("p", {
          class: "hint",
          text: "Nothing here is needed: searches make the tables they need. Building one beforehand makes the next search start at once, and optimal solving much faster.",
        }),
        this.missing,
      ),
    );
    on_change(["tab"], () => {
      if (state.tab === "tables") this.load();
    });
  }

  async load() {
    const turn = ++this.asked;
    try {
      const { folder, tables } = await get("/v1/tables");
      if (turn !== this.asked) return;
      this.error.hidden = true;
      const focused = this.#focused();
      const stored = tables.filter(
        (/** @type {Table} */ table) => table.stored || table.leftover || table.file_bytes,
      );
      const missing = tables.filter((/** @type {Table} */ table) => !stored.includes(table));
      const bytes = stored.reduce(
        (/** @type {number} */ sum, /** @type {Table} */ table) =>
          sum + (table.file_bytes ?? table.bytes ?? 0),
        0,
      );
      this.total.textContent = stored.length
        ? `${counted(stored.length, "table")}, ${bytes_text(bytes)} in ${folder}`
        : `None in ${folder}`;
      fill(
        this.stored,
        stored.map((/** @type {Table} */ table) => this.#item(table)),
      );
      fill(
        this.missing,
        missing.map((/** @type {Table} */ table) => this.#item(table)),
      );
      if (focused !== null) this.#focus(focused);
    } catch (fault) {
      if (turn === this.asked) this.#failed(fault);
    }
  }

  /** The table whose button has the focus. @returns {string | null} */
  #focused() {
    const button = document.activeElement;
    const here = this.stored.contains(button) || this.missing.contains(button);
    return here ? (/** @type {HTMLElement} */ (button).dataset.table ?? null) : null;
  }

  // The lists are made anew, and with them the button that has the focus.
  /** @param {string} table */
  #focus(table) {
    const button = [...this.element.querySelectorAll("[data-table]")].find(
      (one) => one.dataset.table === table,
    );
    (button ?? this.total).focus();
  }

  /** @param {unknown} fault */
  #failed(fault) {
    this.error.hidden = false;
    this.error.textContent = /** @type {Error} */ (fault).message;
  }

  /** @param {Table} table */
  #item(table) {
    const here = table.stored || table.leftover || Boolean(table.file_bytes);
    const facts = here
      ? [
          bytes_text(table.file_bytes ?? table.bytes),
          table.build_seconds ? `built in ${time_text(table.build_seconds)}` : "",
        ]
      : [
          table.bytes ? bytes_text(table.bytes) : "",
          table.rough_seconds ? `about ${time_text(table.rough_seconds)}` : "",
        ];
    return h(
      "li",
      { class: "table-item" },
      h(
        "div",
        { class: "table-text" },
        h("strong", { class: "mono", text: table.name }),
        h("span", { class: "muted", text: table.summary ?? "" }),
        table.fault ? h("span", { class: "bad", text: table.fault }) : null,
        table.leftover
          ? h("span", { class: "bad", text: "Left over by a run that was broken off." })
          : null,
      ),
      h("span", { class: "table-facts", text: facts.filter(Boolean).join(" · ") }),
      here
        ? h(
            "button",
            {
              type: "button",
              class: "soft danger",
              "data-table": table.name,
              "aria-label": `Delete ${table.name}`,
              on: { click: () => this.#delete(table) },
            },
            icon("clear"),
            "Delete",
          )
        : h(
            "button",
            {
              type: "button",
              class: "soft",
              "data-table": table.name,
              "aria-label": `Build ${table.name}`,
              on: { click: () => this.#make(table) },
            },
            "Build",
          ),
    );
  }

  /** @param {Table} table */
  async #delete(table) {
    const cost = table.build_seconds
      ? ` Building it again takes about ${time_text(table.build_seconds)}.`
      : "";
    const sure = await ask(
      `Delete ${table.name}?`,
      `This frees ${bytes_text(table.file_bytes ?? table.bytes)}.${cost}`,
      "Delete",
    );
    if (!sure) return;
    /** @type {unknown} */
    let obstacle = null;
    try {
      await remove(`/v1/tables/${encodeURIComponent(table.name)}`);
      toast(`${table.name} deleted`);
    } catch (fault) {
      obstacle = fault;
    }
    await this.load();
    // Afterwards: lists that could be read take away what was said before.
    if (obstacle) this.#failed(obstacle);
  }

  /** @param {Table} table */
  async #make(table) {
    if (this.job.running) {
      toast("A table is being built. Stop that first, or wait until it is done.");
      return;
    }
    const time = table.rough_seconds
      ? ` and takes about ${time_text(table.rough_seconds)} on this machine`
      : "";
    if (
      !(await ask(
        `Build ${table.name}?`,
        `It needs ${bytes_text(table.bytes)} on disk${time}.`,
        "Build",
      ))
    )
      return;
    await this.job.run({ kind: "table", table: table.name });
    this.load();
  }
}
