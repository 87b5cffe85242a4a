// Choosing a puzzle: a list of all named ones by family that is searched by typing, or a definition
// file, which may be chosen here or dropped anywhere on the page.

import { ApiError, get, post } from "../shared/api.js";
import { file_text, fill, h, icon } from "../shared/dom.js";
import { change, DEFAULTS_FOR_NEW_PUZZLE, on_change, state } from "../shared/store.js";
import { current, puzzle_events } from "./puzzle.js";

/** @typedef {{name: string, aliases: string[], family: string, summary: string, description: string | null}} Named */

const LARGEST_DEFINITION = 8_000_000; // bytes; a definition for people has thousands

/** @param {Named} puzzle @param {string} text */
export function matches(puzzle, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [
    puzzle.name,
    ...(puzzle.aliases ?? []),
    puzzle.family,
    puzzle.summary,
    puzzle.description ?? "",
  ]
    .join(" ")
    .toLowerCase();
  return wanted.every((word) => all.includes(word));
}

/** By family, in the order in which the families first come. @param {Named[]} puzzles
 * @returns {[string, Named[]][]} */
export function by_family(puzzles) {
  /** @type {Map<string, Named[]>} */
  const families = new Map();
  for (const puzzle of puzzles) {
    const family = puzzle.family || "others";
    if (!families.has(family)) families.set(family, []);
    families.get(family)?.push(puzzle);
  }
  return [...families];
}

export class PuzzlePicker {
  constructor() {
    /** @type {Named[]} */
    this.puzzles = [];
    this.asked = 0;
    this.name = h("span", { class: "picker-name" });
    this.button = h(
      "button",
      {
        type: "button",
        class: "picker-button",
        "aria-haspopup": "dialog",
        on: { click: () => this.open() },
      },
      this.name,
      icon("down"),
    );
    this.search = h("input", {
      type: "search",
      placeholder: "Search puzzles",
      "aria-label": "Search puzzles",
      autocomplete: "off",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": "puzzle-list",
      "aria-autocomplete": "list",
      on: {
        input: () => this.#list(),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
    });
    this.list = h("div", {
      id: "puzzle-list",
      class: "puzzle-list",
      role: "listbox",
      "aria-label": "Puzzles",
    });
    this.error = h("p", { class: "verdict", "data-kind": "bad", role: "alert", hidden: true });
    this.file = h("input", {
      type: "file",
      class: "visually-hidden",
      accept: ".tws,.def,.json,.txt",
      on: {
        change: () => {
          const file = this.file.files?.[0];
          if (file) this.take_file(file);
          this.file.value = "";
        },
      },
    });
    this.dialog = h(
      "dialog",
      { class: "dialog picker", "aria-label": "Choose a puzzle" },
      h(
        "div",
        { class: "picker-head" },
        h("div", { class: "search-box" }, icon("search"), this.search),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": "Close",
            on: { click: () => this.dialog.close() },
          },
          icon("cross"),
        ),
      ),
      this.error,
      this.list,
      h(
        "div",
        { class: "picker-foot" },
        h("label", { class: "soft button" }, icon("file"), "Definition file …", this.file),
        h("span", {
          class: "hint",
          text: "or drop a .tws, .def or .json file anywhere on the page",
        }),
      ),
    );
    this.dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    // Who closes the list does not want what was asked for in it any more.
    this.dialog.addEventListener("close", () => ++this.asked);
    this.element = this.button;
    document.body.append(this.dialog);
    on_change(["puzzle", "definition"], () => this.#show());
    puzzle_events.addEventListener("ready", () => this.#show());
    this.#drop();
  }

  async load() {
    const { puzzles } = await get("/v1/puzzles");
    this.puzzles = puzzles;
    this.#show();
    if (this.dialog.open) this.#list();
  }

  #show() {
    const name = state.definition ? state.definition.file : state.puzzle;
    this.name.textContent = name;
    const known = this.puzzles.find((puzzle) => puzzle.name === state.puzzle);
    this.button.title = known?.summary ?? current?.info.description ?? "";
    this.button.setAttribute("aria-label", `Puzzle: ${name}. Choose another`);
    document.title = `${name} · gyre`;
  }

  open() {
    this.search.value = "";
    this.error.hidden = true;
    this.#list();
    this.dialog.showModal();
    this.search.focus();
    this.list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "center" });
  }

  #list() {
    const found = this.puzzles.filter((puzzle) => matches(puzzle, this.search.value));
    const families = by_family(found);
    fill(
      this.list,
      families.map(([family, members], f) =>
        h(
          "div",
          { role: "group", "aria-labelledby": `family${f}` },
          h("div", { id: `family${f}`, class: "family", role: "presentation", text: family }),
          members.map((puzzle) =>
            h(
              "div",
              {
                role: "option",
                id: `puzzle-${puzzle.name}`,
                class: "puzzle-option",
                "aria-selected": "false",
                "aria-current":
                  puzzle.name === state.puzzle && !state.definition ? "true" : undefined,
                "data-name": puzzle.name,
                on: { click: () => this.choose(puzzle.name) },
              },
              h("span", { class: "puzzle-name", text: puzzle.name }),
              h("span", { class: "muted", text: puzzle.summary }),
            ),
          ),
        ),
      ),
      found.length === 0 ? this.#no_name() : null,
    );
    const now = this.#options().findIndex((option) => option.hasAttribute("aria-current"));
    this.#select(this.search.value.trim() === "" ? now : 0);
  }

  #no_name() {
    if (this.search.value.trim() !== "") return this.#as_description();
    return h("p", { class: "hint", text: "The names are being fetched …" });
  }

  // A text that names no puzzle may be a description, which the server reads.
  #as_description() {
    const text = this.search.value.trim();
    return h(
      "div",
      {
        role: "option",
        id: "puzzle-as-description",
        class: "puzzle-option",
        "aria-selected": "false",
        "data-name": text,
        on: { click: () => this.choose(text) },
      },
      h("span", { class: "puzzle-name", text }),
      h("span", {
        class: "muted",
        text: "no such name; try it as a description, such as “c f 1/3”",
      }),
    );
  }

  #options() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('[role="option"]')]);
  }

  /** @param {number} index */
  #select(index) {
    const options = this.#options();
    this.selected = Math.max(0, Math.min(index, options.length - 1));
    options.forEach((option, i) =>
      option.setAttribute("aria-selected", String(i === this.selected)),
    );
    const option = options[this.selected];
    if (option?.id) this.search.setAttribute("aria-activedescendant", option.id);
    else this.search.removeAttribute("aria-activedescendant");
    if (this.dialog.open) option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "ArrowDown") this.#select((this.selected ?? 0) + 1);
    else if (event.key === "ArrowUp") this.#select((this.selected ?? 0) - 1);
    else if (event.key === "Enter")
      this.choose(this.#options()[this.selected ?? 0]?.dataset.name ?? "");
    else return;
    event.preventDefault();
  }

  /** @param {string} name */
  async choose(name) {
    if (!name) return;
    const turn = ++this.asked;
    if (!this.puzzles.some((puzzle) => puzzle.name === name)) {
      if (!(await this.#readable({ puzzle: name })) || turn !== this.asked) return;
    }
    this.dialog.close();
    change({ ...DEFAULTS_FOR_NEW_PUZZLE, puzzle: name, definition: null });
  }

  /** @param {Record<string, unknown>} fields */
  async #readable(fields) {
    try {
      await post("/v1/puzzle", fields);
      return true;
    } catch (fault) {
      const where =
        fault instanceof ApiError && fault.line
          ? ` (line ${fault.line}${fault.column ? `, column ${fault.column}` : ""})`
          : "";
      this.#failed(`${/** @type {Error} */ (fault).message}${where}`);
      return false;
    }
  }

  /** @param {string} text */
  #failed(text) {
    this.error.hidden = false;
    fill(this.error, icon("warn"), h("span", { text }));
  }

  /** @param {File} file */
  async take_file(file) {
    if (!this.dialog.open) this.open();
    const turn = ++this.asked;
    if (file.size > LARGEST_DEFINITION) {
      this.#failed(`${file.name} is too large for a definition.`);
      return;
    }
    const text = await file_text(file, (fault) => this.#failed(fault));
    if (text === null) return;
    const definition = { file: file.name, text };
    if (!(await this.#readable({ definition })) || turn !== this.asked) return;
    this.dialog.close();
    change({ ...DEFAULTS_FOR_NEW_PUZZLE, puzzle: "", definition });
  }

  #drop() {
    let inside = 0;
    const over = (/** @type {boolean} */ on) => document.body.classList.toggle("dropping", on);
    addEventListener("dragenter", (event) => {
      if (event.dataTransfer?.types.includes("Files")) {
        ++inside;
        over(true);
      }
    });
    addEventListener("dragleave", () => {
      inside = Math.max(0, inside - 1);
      if (inside === 0) over(false);
    });
    // Text that is dragged into a field is the browser's to put there.
    addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    addEventListener("drop", async (event) => {
      inside = 0;
      over(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      // On the tab Batch a text file is a list of positions.
      if (state.tab === "batch" && /\.(txt|csv)$/i.test(file.name)) {
        const text = await file_text(file);
        if (text !== null) change({ batch: text });
      } else {
        this.take_file(file);
      }
    });
  }
}
