// The options of a search, shared by Solve and Batch: quick or optimal, metric, the moves that may be
// used, how many solutions, limits, and the pieces that do not count. They live in the state (and so
// in the link); this is their form.

import { chips_of, moves_of, next_chip } from "../puzzle/moves.js";
import { Net } from "../puzzle/net.js";
import { current, puzzle_events } from "../puzzle/puzzle.js";
import { fill, h } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { change, on_change, puzzle_fields, state } from "../shared/store.js";

/** @typedef {import("../puzzle/turns.js").Picture} Picture */

/** The fields of a request. @returns {Record<string, unknown>} */
export function search_fields() {
  /** @type {Record<string, unknown>} */
  const fields = { ...puzzle_fields(), metric: state.metric };
  if (state.moves) fields.moves = state.moves;
  if (state.engine === "optimal") fields.engine = "optimal";
  if (state.all) fields.all = true;
  else if (state.number > 1) fields.number = state.number;
  if (state.seconds !== null) fields.seconds = state.seconds;
  if (state.max_length !== null) fields.max_length = state.max_length;
  if (state.ignore.length > 0) fields.ignore = state.ignore;
  return fields;
}

/** Faces that a piece has stickers on, by piece. @param {Picture} picture */
function faces_of_pieces(picture) {
  /** @type {Map<string, Set<string>>} */
  const faces = new Map();
  for (const { piece, face } of picture.stickers) {
    if (!piece) continue;
    if (!faces.has(piece)) faces.set(piece, new Set());
    faces.get(piece)?.add(picture.faces[face].name);
  }
  return faces;
}

// Goals that speedcubers know, as the pieces that count. Faces as the net has them: D is below.
/** @type {[string, (faces: Set<string>) => boolean][]} */
const CUBE_GOALS = [
  ["Cross", (faces) => faces.size === 2 && faces.has("D")],
  ["2×2×2 block", (faces) => [...faces].every((face) => "DLB".includes(face))],
  ["First two layers", (faces) => !faces.has("U")],
  ["Corners", (faces) => faces.size === 3],
  ["Edges", (faces) => faces.size === 2],
];

let forms = 0;

export class SearchOptions {
  constructor() {
    const id = `options${++forms}`;
    /** @param {string} name @param {[string, string, string][]} values @param {(value: any) => void} call
     * @param {string} label */
    const segmented = (name, values, call, label) =>
      h(
        "div",
        { class: "segmented", role: "radiogroup", "aria-label": label },
        values.map(([value, text, title]) =>
          h(
            "label",
            { title },
            h("input", {
              type: "radio",
              name: `${id}-${name}`,
              value,
              on: { change: () => call(value) },
            }),
            h("span", { text }),
          ),
        ),
      );
    this.engine = segmented(
      "engine",
      [
        ["quick", "Quick", "A short solution at once, then shorter ones"],
        ["optimal", "Optimal", "The shortest there is, proved"],
      ],
      (engine) => change({ engine }),
      "Quick or optimal",
    );
    this.metric = segmented(
      "metric",
      [
        ["htm", "Half turns", "Any turn of a face is one move (HTM)"],
        ["qtm", "Quarter turns", "A half turn counts two (QTM)"],
      ],
      (metric) => change({ metric }),
      "What counts as one move",
    );
    this.chips = h("div", {
      class: "chips",
      role: "group",
      "aria-label": "Moves that may be used",
    });
    this.moves_hint = h("p", { class: "hint" });
    this.number = this.#number("number", 1, 1000, (value) => change({ number: value ?? 1 }));
    this.all = h("input", {
      type: "checkbox",
      on: { change: () => change({ all: this.all.checked }) },
    });
    this.seconds = this.#number("no limit", 0, 1e6, (value) => change({ seconds: value }), "any");
    this.seconds.inputMode = "decimal";
    this.max_length = this.#number("any", 0, 1000, (value) => change({ max_length: value }));
    this.goal_net = h("div", { class: "goal-net" });
    this.goal_text = h("p", { class: "hint", role: "status" });
    this.goal_presets = h("div", { class: "chips" });
    this.goal_box = h(
      "details",
      { class: "fold" },
      h("summary", {}, "Goal", (this.goal_badge = h("span", { class: "badge", hidden: true }))),
      h("p", {
        class: "hint",
        text: "Click pieces that do not count; grey ones may end up anywhere.",
      }),
      this.goal_presets,
      this.goal_net,
      this.goal_text,
    );
    this.goal_box.addEventListener("toggle", () => {
      if (this.goal_box.open) this.#build_goal();
    });
    this.more_box = h(
      "details",
      { class: "fold" },
      h(
        "summary",
        {},
        "Moves and limits",
        (this.more_badge = h("span", { class: "badge", hidden: true })),
      ),
      h("div", { class: "field" }, h("span", { class: "label", text: "Metric" }), this.metric),
      h(
        "div",
        { class: "field" },
        h("span", { class: "label", text: "Moves" }),
        this.chips,
        this.moves_hint,
      ),
      h(
        "div",
        { class: "field-row" },
        h(
          "label",
          { class: "field" },
          h("span", { class: "label", text: "Solutions" }),
          this.number,
        ),
        h(
          "label",
          { class: "field" },
          h("span", { class: "label", text: "Time limit (s)" }),
          this.seconds,
        ),
        h(
          "label",
          { class: "field" },
          h("span", { class: "label", text: "At most moves" }),
          this.max_length,
        ),
      ),
      h("label", { class: "check" }, this.all, "All solutions of the least length"),
    );
    this.element = h("div", { class: "options" }, this.more_box, this.goal_box);
    puzzle_events.addEventListener("ready", () => this.#new_puzzle());
    on_change(
      ["engine", "metric", "moves", "number", "all", "seconds", "max_length", "ignore"],
      () => this.#show(),
    );
    this.#show();
  }

  /** @param {string} placeholder @param {number} least @param {number} most
   * @param {(value: number | null) => void} call @param {string} [step] */
  #number(placeholder, least, most, call, step = "1") {
    const input = h("input", {
      type: "number",
      min: least,
      max: most,
      step,
      placeholder,
      inputmode: "numeric",
      on: {
        input: () => {
          // A text that is no number yet has the value "" too.
          if (!input.checkValidity()) return;
          call(input.value === "" ? null : Number(input.value));
        },
        // What is not taken is said.
        change: () => input.reportValidity(),
      },
    });
    return input;
  }

  #new_puzzle() {
    const puzzle = current;
    if (!puzzle) return;
    this.goal_net.replaceChildren();
    this.net = null;
    const pieces = faces_of_pieces(puzzle.picture);
    this.goal_box.hidden = pieces.size === 0;
    const known = state.ignore.filter((piece) => pieces.has(piece));
    if (known.length !== state.ignore.length) change({ ignore: known });
    if (this.goal_box.open) this.#build_goal();
    this.#show();
  }

  #build_goal() {
    const puzzle = current;
    if (!puzzle || this.net || puzzle.picture.stickers.length === 0) return;
    const { picture } = puzzle;
    const pieces = faces_of_pieces(picture);
    this.net = new Net(picture, {
      label: "Net of the goal: Enter makes a piece count or not",
      press: (sticker, event) => {
        const piece = picture.stickers[sticker].piece;
        if (!piece) return;
        const ignored = state.ignore.includes(piece);
        // A stroke does to all pieces what it did to the first.
        if (event.type === "pointerdown" || event.type === "keydown") this.stroke = !ignored;
        if (ignored === this.stroke) return;
        change({
          ignore: this.stroke
            ? [...state.ignore, piece]
            : state.ignore.filter((other) => other !== piece),
        });
      },
      describe: (sticker) => {
        const piece = picture.stickers[sticker].piece;
        if (!piece) return "Does not move";
        return `${piece}: ${state.ignore.includes(piece) ? "does not count" : "counts"}`;
      },
    });
    this.net.show(picture.stickers.map((sticker) => sticker.face));
    fill(this.goal_net, this.net.element);
    /** @type {[string, (faces: Set<string>, piece: string) => boolean][]} */
    const goals = [["Everything", () => true]];
    if (puzzle.info.facelets) {
      for (const [name, counts] of CUBE_GOALS) {
        if ([...pieces.values()].some(counts)) goals.push([name, counts]);
      }
    } else {
      picture.orbits.forEach((orbit, k) => {
        const members = new Set(
          picture.stickers.filter((sticker) => sticker.orbit === k).map((sticker) => sticker.piece),
        );
        if ([...members].some(Boolean))
          goals.push([`Only ${orbit}`, (_, piece) => members.has(piece)]);
      });
    }
    fill(
      this.goal_presets,
      goals.map(([name, counts]) =>
        h("button", {
          type: "button",
          class: "chip",
          text: name,
          on: {
            click: () =>
              change({
                ignore: [...pieces]
                  .filter(([piece, faces]) => !counts(faces, piece))
                  .map(([piece]) => piece),
              }),
          },
        }),
      ),
    );
    this.#show();
  }

  #show() {
    for (const input of this.engine.querySelectorAll("input"))
      input.checked = input.value === state.engine;
    for (const input of this.metric.querySelectorAll("input"))
      input.checked = input.value === state.metric;
    this.#show_chips();
    this.all.checked = state.all;
    this.number.disabled = state.all;
    /** @param {HTMLInputElement} input @param {number | null} value */
    const put = (input, value) => {
      if (document.activeElement !== input) input.value = value === null ? "" : String(value);
    };
    put(this.number, state.number);
    put(this.seconds, state.seconds);
    put(this.max_length, state.max_length);
    const changed = [
      state.metric !== "htm",
      state.moves !== "",
      state.number !== 1 || state.all,
      state.seconds !== null,
      state.max_length !== null,
    ].filter(Boolean).length;
    this.more_badge.hidden = changed === 0;
    this.more_badge.textContent = counted(changed, "change");
    this.goal_badge.hidden = state.ignore.length === 0;
    this.goal_badge.textContent = `${counted(state.ignore.length, "piece")} free`;
    this.goal_text.textContent =
      state.ignore.length === 0
        ? "Every piece counts."
        : `${counted(state.ignore.length, "piece does", "pieces do")} not count.`;
    if (this.net && current) {
      const { stickers } = current.picture;
      const ignored = new Set(state.ignore);
      this.net.grey((sticker) => ignored.has(stickers[sticker].piece ?? ""));
      this.net.describe();
    }
  }

  #show_chips() {
    const classes = current?.info.classes ?? [];
    const chips = chips_of(classes, state.moves);
    if (
      this.chips.children.length !== classes.length ||
      this.chips.dataset.digest !== current?.info.digest
    ) {
      this.chips.dataset.digest = current?.info.digest ?? "";
      fill(
        this.chips,
        classes.map((one, i) =>
          h("button", {
            type: "button",
            class: "chip toggle",
            on: {
              click: () => {
                const now = chips_of(classes, state.moves);
                now[i] = next_chip(now[i], one);
                if (now.every((chip) => chip === "off")) return;
                change({ moves: moves_of(classes, now) });
              },
            },
          }),
        ),
      );
    }
    [...this.chips.children].forEach((chip, i) => {
      const name = classes[i].name;
      const words = { all: name, half: `${name}2`, off: name };
      chip.textContent = words[chips[i]];
      chip.setAttribute(
        "aria-pressed",
        chips[i] === "off" ? "false" : chips[i] === "half" ? "mixed" : "true",
      );
      chip.setAttribute(
        "aria-label",
        `${name}: ${{ all: "all turns", half: "half turns only", off: "not used" }[chips[i]]}`,
      );
    });
    const halves = classes.some((one) => one.order === 4);
    this.moves_hint.textContent = state.moves
      ? `Only ${state.moves.replaceAll(",", ", ")}.`
      : `All moves. Click a move to ${halves ? "allow half turns only, again to " : ""}leave it out.`;
  }
}
