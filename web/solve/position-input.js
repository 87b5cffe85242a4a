// Entering a position: as a scramble that is checked while it is typed, as stickers painted on a
// net, or as a random one. Decides what the verdict says and where it is shown; the verdict itself is the
// server's.

import {
  centre_stickers,
  colours_of_text,
  facelet_text,
  missing_colours,
  unpainted_count,
} from "../puzzle/facelets.js";
import { marked_span, with_move, words } from "../puzzle/moves.js";
import { Net } from "../puzzle/net.js";
import { current, puzzle_events } from "../puzzle/puzzle.js";
import { ApiError, post } from "../shared/api.js";
import { announce, debounced, fill, h, icon, rgb, toast } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { change, on_change, puzzle_fields, state } from "../shared/store.js";

/** @typedef {import("../stage/player.js").Player} Player */

// What takes longer is said.
const SLOW_MS = 1500;

/** Relative luminance as WCAG has it. @param {string} colour */
function luminance(colour) {
  const [r, g, b] = rgb(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better on a colour. @param {string} colour */
export function ink_on(colour) {
  const ground = luminance(colour) + 0.05;
  return ground / 0.05 > 1.05 / ground ? "#000000" : "#ffffff";
}

export class PositionInput {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.colour = 0;
    /** @type {number[]} */
    this.painted = [];
    /** @type {Net | null} */
    this.net = null;
    /** @type {boolean} whether the last check said that it can be solved */
    this.solvable = true;
    this.checked = 0;
    /** Whether a random position is being asked for. */
    this.drawing = false;
    /** @type {"moves" | "other"} whether the text is a sequence, to which turns can be appended */
    this.kind = "moves";
    /** The moves of a text as the server has read it. */
    this.read = { text: "", moves: /** @type {string[]} */ ([]) };
    /** @type {Promise<void>} turns of a painted cube, one after the other */
    this.painted_turns = Promise.resolve();
    /** Set by a click on a solution: it plays as soon as it is on the stage. */
    this.play_when_shown = false;
    this.#build();
    this.check_soon = debounced(140, () => this.check());
    puzzle_events.addEventListener("ready", () => this.#new_puzzle());
    puzzle_events.addEventListener("loading", () => {
      this.element.setAttribute("aria-busy", "true");
      // What was said about the puzzle before is not said about this one.
      this.#say("plain", "");
    });
    puzzle_events.addEventListener("failed", () => this.element.removeAttribute("aria-busy"));
    on_change(["position"], () => this.#position_changed());
    on_change(["input"], () => this.#show_input());
    on_change(["alg"], () => {
      // Without a sequence the stage shows the position, which may be wrong: check() decides.
      if (state.alg) this.refresh_stage(null);
      else this.check_soon();
    });
  }

  #build() {
    this.text = h("textarea", {
      id: "position",
      rows: 2,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      placeholder: "R U R' U' …",
      "aria-describedby": "verdict",
      on: { input: () => change({ position: this.text.value, alg: "", at: 0 }) },
    });
    this.backdrop = h("div", { class: "backdrop", "aria-hidden": "true" });
    this.text.addEventListener("scroll", () => {
      this.backdrop.scrollTop = this.text.scrollTop;
    });
    this.verdict = h("p", {
      id: "verdict",
      class: "verdict",
      role: "status",
      "aria-live": "polite",
    });
    this.way = h(
      "div",
      { class: "segmented", role: "radiogroup", "aria-label": "How to enter the position" },
      /** @type {const} */ ([
        ["moves", "Scramble"],
        ["paint", "Paint stickers"],
      ]).map(([value, text]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "input",
            value,
            on: { change: () => this.#choose_input(value) },
          }),
          h("span", { text }),
        ),
      ),
    );
    this.random = h(
      "button",
      { type: "button", class: "soft", on: { click: () => this.#random() } },
      icon("dice"),
      "Random",
    );
    this.undo = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": "Take the last move back",
        title: "Take the last move back",
        on: { click: () => this.take_back() },
      },
      icon("undo"),
    );
    this.clear = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": "Back to solved",
        title: "Back to solved",
        on: { click: () => this.#clear() },
      },
      icon("clear"),
    );
    this.moves_panel = h("div", { class: "text-input" }, this.backdrop, this.text);
    this.pad = h("div", { class: "pad" });
    this.pad_box = h(
      "details",
      { class: "fold pad-box" },
      h("summary", { text: "Turn it" }),
      this.pad,
    );
    this.palette = h("div", {
      class: "palette",
      role: "radiogroup",
      "aria-label": "Colour to paint with",
    });
    this.paint_net = h("div", { class: "paint-net" });
    this.paint_help = h("p", { class: "hint" });
    this.paint_panel = h("div", { class: "paint" }, this.paint_help, this.paint_net);
    this.element = h(
      "section",
      { class: "card", "aria-label": "Enter a position" },
      h(
        "div",
        { class: "card-head" },
        h("h2", {}, h("label", { for: "position", text: "Position" })),
        h("div", { class: "tools" }, this.undo, this.clear, this.random),
      ),
      this.way,
      this.moves_panel,
      this.palette,
      this.verdict,
      this.paint_panel,
    );
    this.player.element.append(this.pad_box);
  }

  #new_puzzle() {
    this.element.removeAttribute("aria-busy");
    const puzzle = current;
    if (!puzzle) return;
    this.can_paint = puzzle.info.facelets !== null && puzzle.picture.stickers.length > 0;
    this.way.hidden = !this.can_paint;
    const example = puzzle.info.classes.slice(0, 4).map((one, k) => one.moves.at(k % 2 ? -1 : 0));
    this.text.placeholder = `${example.join(" ")} …`;
    if (!this.can_paint && state.input === "paint") change({ input: "moves" });
    this.net = null;
    this.painted = [];
    this.#build_pad();
    this.#show_input();
    this.#position_changed();
  }

  #build_pad() {
    const classes = current?.info.classes ?? [];
    fill(
      this.pad,
      classes.map((one) =>
        h(
          "div",
          { class: "pad-group" },
          one.moves.map((move) =>
            h("button", {
              type: "button",
              class: "move",
              text: move,
              on: { click: () => this.turn(move) },
            }),
          ),
        ),
      ),
    );
    this.pad.style.setProperty(
      "--powers",
      String(Math.max(1, ...classes.map((one) => one.moves.length))),
    );
    this.pad_box.open = classes.length <= 6 && matchMedia("(min-width: 721px)").matches;
    this.pad_box.hidden = classes.length === 0;
  }

  // ------------------------------------------------------------------ the text

  #position_changed() {
    if (this.text.value !== state.position) this.text.value = state.position;
    this.#fit_text();
    this.#mark_text(null);
    if (state.input === "paint") this.#read_painted();
    this.check_soon();
  }

  #fit_text() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(Math.max(this.text.scrollHeight, 64), 220)}px`;
  }

  /** @param {[number, number] | null} span */
  #mark_text(span) {
    const text = state.position;
    if (!span) {
      fill(this.backdrop, text);
      return;
    }
    fill(
      this.backdrop,
      text.slice(0, span[0]),
      h("mark", { text: text.slice(span[0], span[1]) || " " }),
      text.slice(span[1]),
      "\n",
    );
  }

  /** @param {"good" | "bad" | "wait" | "plain"} kind @param {string} text */
  #say(kind, text) {
    this.verdict.dataset.kind = kind;
    const name = kind === "good" ? "check" : kind === "bad" ? "warn" : null;
    fill(this.verdict, name ? icon(name) : null, h("span", { text }));
  }

  /** Asks the server about the position, and shows it on the stage. */
  async check() {
    const puzzle = current;
    if (!puzzle) return;
    const turn = ++this.checked;
    if (state.input === "paint" && !this.#painted_whole()) return;
    /** @type {any} */
    let answer;
    try {
      answer = await post("/v1/check", { ...puzzle_fields(), position: state.position });
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.status === 0) return;
      if (turn !== this.checked || current !== puzzle) return;
      this.solvable = false;
      this.#say("bad", fault.message);
      if (fault.column) this.#mark_text(marked_span(state.position, fault.line ?? 1, fault.column));
      this.#show_changed();
      return;
    }
    if (turn !== this.checked || current !== puzzle) return;
    // null: nobody can say, so that the search may be tried.
    this.solvable = answer.solvable !== false;
    this.net?.mark(
      (answer.faults ?? []).flatMap((/** @type {any} */ fault) => fault.stickers ?? []),
    );
    if (answer.solvable) {
      const solved = state.position.trim() === "";
      this.#say(
        solved ? "plain" : "good",
        solved
          ? `Solved. Type a scramble${this.can_paint ? ", paint one" : ""} or take a random one.`
          : "This position can be solved.",
      );
    } else if (answer.solvable === null) {
      this.#say("plain", "Nobody can say beforehand whether this position can be solved.");
    } else {
      const thing = puzzle.info.facelets ? "cube" : "position";
      const reason =
        answer.reason || answer.faults?.[0]?.message || "it is not reached by its moves";
      this.#say(
        "bad",
        reason.startsWith("This") ? reason : `This ${thing} cannot exist: ${reason}`,
      );
    }
    await this.refresh_stage(answer.colours);
    this.#show_changed();
  }

  #show_changed() {
    this.element.dispatchEvent(new CustomEvent("checked"));
  }

  /**
   * The stage shows the sequence that is played, or else the way the position came about.
   * @param {number[] | null} colours
   */
  async refresh_stage(colours) {
    const puzzle = current;
    if (!puzzle) return;
    if (state.alg) {
      this.player.set_title("Solution");
      const play = this.play_when_shown;
      this.play_when_shown = false;
      const outcome = await this.player.show(
        { position: state.position, alg: state.alg },
        state.at,
      );
      if (play && outcome === "shown") this.player.toggle();
      return;
    }
    this.player.set_title(state.position.trim() ? "Position" : "Solved");
    if (state.input === "paint") {
      this.pad_box.hidden = puzzle.info.classes.length === 0;
      this.player.show_colours(this.painted);
      return;
    }
    const text = state.position;
    const count = words(text).length;
    const shown = this.player.sequence.moves.length;
    const one_more = this.turning && count === shown + 1;
    this.turning = false;
    const outcome = await this.player.show(
      { position: "", alg: text },
      Infinity,
      one_more ? { from: shown } : {},
    );
    if (outcome === "replaced" || current !== puzzle) return;
    this.kind = outcome === "shown" ? "moves" : "other";
    if (outcome === "shown") this.read = { text, moves: this.player.sequence.moves };
    this.undo.disabled = this.kind !== "moves" || count === 0;
    this.pad_box.hidden = this.kind !== "moves" || puzzle.info.classes.length === 0;
    if (outcome === "refused" && colours) {
      await this.player.show({ position: text, alg: "" }, 0);
    }
  }

  // ------------------------------------------------------------------ turning by hand

  /** @param {string} move */
  async turn(move) {
    const puzzle = current;
    if (!puzzle) return;
    if (state.input === "paint") {
      // Each starts from what the one before it has made.
      this.painted_turns = this.painted_turns.then(() => this.#turn_painted(move));
      return;
    }
    if (!this.#is_sequence()) {
      toast("This position is no sequence of moves: no turn can be added to it.");
      return;
    }
    // After a solution has been played, turning goes on from the position that is seen.
    const played = this.player.shows_state
      ? this.player.sequence.moves.slice(0, Math.round(this.player.time))
      : [];
    const list = [...this.#moves(), ...played];
    this.turning = list.length === this.player.sequence.moves.length;
    const position = with_move(list.join(" "), move, puzzle.info.classes);
    change({ position, alg: "", at: 0 });
  }

  /** @param {string} move */
  async #turn_painted(move) {
    const puzzle = current;
    if (!puzzle || state.input !== "paint") return;
    const text = this.#facelets();
    try {
      const { frames } = await post("/v1/play", { ...puzzle_fields(), position: text, alg: move });
      // What has been painted meanwhile is kept.
      if (current !== puzzle || this.#facelets() !== text) return;
      change({ position: facelet_text(puzzle.picture, frames[1]), alg: "", at: 0 });
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message);
    }
  }

  // Stickers and the like are texts too, but no move can be appended to them or taken away.
  #is_sequence() {
    const stickers = current && colours_of_text(current.picture, state.position) !== null;
    return this.kind === "moves" && !stickers;
  }

  /** The moves of the position, with brackets and notes written out: what is put behind a note would
   * belong to it. @returns {string[]} */
  #moves() {
    return this.read.text === state.position ? this.read.moves : words(state.position);
  }

  take_back() {
    if (state.input === "paint" || !this.#is_sequence()) return;
    change({ position: this.#moves().slice(0, -1).join(" "), alg: "", at: 0 });
  }

  #clear() {
    if (state.input === "paint") {
      const centres = new Set(this.#centres());
      this.painted = this.painted.map((colour, i) => (centres.has(i) ? colour : -1));
      this.#painted_changed();
      return;
    }
    change({ position: "", alg: "", at: 0 });
    this.text.focus();
  }

  async #random() {
    const puzzle = current;
    // Not disabled meanwhile: a button that is disabled loses the focus.
    if (this.drawing) return;
    this.drawing = true;
    // Tables for it may have to be made, once for a puzzle.
    const slow = setTimeout(() => {
      if (current === puzzle) {
        this.#say("wait", "Drawing a position; the first of a puzzle takes up to a minute or two.");
      }
    }, SLOW_MS);
    try {
      // As competitions write it, where they do.
      const { scrambles } = await post("/v1/scrambles", {
        ...puzzle_fields(),
        count: 1,
        competition: puzzle?.info.competition ?? false,
      });
      let position = scrambles[0];
      if (state.input === "paint" && current) {
        const { frames } = await post("/v1/play", { ...puzzle_fields(), position, alg: "" });
        if (current) position = facelet_text(current.picture, frames[0]);
      }
      // Another puzzle has been chosen meanwhile: this is no position of it.
      if (current !== puzzle) return;
      change({ position, alg: "", at: 0 });
      announce("Random position");
    } catch (fault) {
      this.#say("bad", /** @type {Error} */ (fault).message);
    } finally {
      clearTimeout(slow);
      this.drawing = false;
    }
  }

  // ------------------------------------------------------------------ painting

  /** @param {"moves" | "paint"} input */
  async #choose_input(input) {
    const puzzle = current;
    if (!puzzle || input === state.input) return;
    if (input === "paint") {
      // What is seen is what is painted on.
      const frames = this.player.sequence.frames ?? [];
      const frame = frames[Math.min(Math.round(this.player.time), frames.length - 1)];
      this.painted = [...(frame ?? puzzle.picture.stickers.map((sticker) => sticker.face))];
      change({ input, position: this.#facelets(), alg: "", at: 0 });
    } else {
      change({
        input,
        ...(unpainted_count(this.painted) > 0 ? { position: "" } : {}),
        alg: "",
        at: 0,
      });
    }
    this.check_soon();
  }

  #show_input() {
    const paint = state.input === "paint" && Boolean(this.can_paint);
    for (const input of this.way.querySelectorAll("input"))
      input.checked = input.value === state.input;
    this.moves_panel.hidden = paint;
    this.paint_panel.hidden = !paint;
    this.palette.hidden = !paint;
    this.player.set_painting(paint);
    this.undo.hidden = paint;
    const clear = paint ? "Clear all stickers" : "Back to solved";
    this.clear.setAttribute("aria-label", clear);
    this.clear.title = clear;
    if (paint) this.#build_paint();
  }

  #build_paint() {
    const puzzle = current;
    if (!puzzle || this.net) {
      if (this.net) this.#read_painted();
      return;
    }
    const { picture } = puzzle;
    this.net = new Net(picture, {
      label: "Net to paint: arrow keys move, a colour's key or Enter paints",
      press: (sticker) => this.#paint(sticker, this.colour),
      key: (sticker, event) => this.#paint_key(sticker, event),
      describe: (sticker) => {
        const face = picture.faces[picture.stickers[sticker].face].name;
        const place =
          ((picture.stickers[sticker].facelet ?? 0) % (puzzle.info.facelets ?? 1) ** 2) + 1;
        const colour = picture.faces[this.painted[sticker]]?.name ?? "not painted";
        return `${face}${place}: ${colour}`;
      },
    });
    fill(this.paint_net, this.net.element);
    this.#read_painted();
  }

  #read_painted() {
    if (!current) return;
    const read = colours_of_text(current.picture, state.position);
    if (read) this.painted = read;
    else if (this.painted.length !== current.picture.stickers.length) {
      this.painted = current.picture.stickers.map((sticker) => sticker.face);
    }
    this.net?.show(this.painted);
    this.#build_palette();
  }

  #build_palette() {
    const puzzle = current;
    if (!puzzle) return;
    const missing = missing_colours(puzzle.picture, this.painted);
    const faces = puzzle.picture.faces;
    if (this.palette.children.length !== faces.length + 1) {
      fill(
        this.palette,
        [
          ...faces.map((face, k) => ({ name: face.name, colour: face.colour, value: k })),
          { name: "Eraser", colour: "", value: -1 },
        ].map(({ name, colour, value }, k) =>
          h(
            "label",
            {
              class: value < 0 ? "swatch eraser" : "swatch",
              title: value < 0 ? "Eraser (0)" : `${name} (key ${k + 1} or ${name})`,
              style: colour ? `--swatch:${colour};--ink:${ink_on(colour)}` : "",
            },
            h("input", {
              type: "radio",
              name: "colour",
              value,
              checked: value === this.colour,
              "aria-label": value < 0 ? "Eraser" : name,
              on: {
                change: () => {
                  this.colour = value;
                },
              },
            }),
            h("span", { class: "swatch-face", text: value < 0 ? "" : name }),
            h("span", { class: "swatch-left" }),
          ),
        ),
      );
    }
    const left = this.palette.querySelectorAll(".swatch-left");
    missing.forEach((count, k) => {
      left[k].textContent = count === 0 ? "✓" : count > 0 ? `${count} left` : `${-count} over`;
      left[k].className = count < 0 ? "swatch-left over" : "swatch-left";
    });
    for (const input of this.palette.querySelectorAll("input")) {
      input.checked = Number(input.value) === this.colour;
      const count = missing[Number(input.value)] ?? 0;
      input.setAttribute(
        "aria-description",
        count === 0 ? "" : count > 0 ? `${count} left` : `${-count} too many`,
      );
    }
    const keys = faces.map((face) => face.name).join(" ");
    this.paint_help.textContent = `Choose a colour and click or stroke over stickers. Keys: arrows move, 1–${faces.length} or ${keys} paint, 0 clears.`;
  }

  /** @param {number} sticker @param {KeyboardEvent} event */
  #paint_key(sticker, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const faces = current?.picture.faces ?? [];
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : NaN;
    let colour = digit <= faces.length ? digit - 1 : NaN;
    if (event.key === "Backspace" || event.key === "Delete") colour = -1;
    const letter = faces.findIndex((face) => face.name === event.key.toUpperCase());
    if (letter >= 0) colour = letter;
    if (Number.isNaN(colour)) return false;
    if (colour >= 0) this.colour = colour;
    this.#paint(sticker, colour);
    return true;
  }

  /** @param {number} sticker @param {number} colour */
  #paint(sticker, colour) {
    if (this.painted[sticker] === colour) return;
    this.painted = this.painted.with(sticker, colour);
    this.#painted_changed();
  }

  #painted_changed() {
    this.net?.mark([]);
    change({ position: this.#facelets(), alg: "", at: 0 });
    this.player.show_colours(this.painted);
    this.#painted_whole();
  }

  #facelets() {
    return current ? facelet_text(current.picture, this.painted) : "";
  }

  #centres() {
    return current ? centre_stickers(current.picture, current.info.facelets ?? 0) : [];
  }

  /** Whether there is a whole cube to ask about; otherwise says what is missing. */
  #painted_whole() {
    const left = unpainted_count(this.painted);
    if (left === 0) return true;
    this.solvable = false;
    this.#say("plain", `${counted(left, "sticker")} to paint.`);
    this.player.show_colours(this.painted);
    this.#show_changed();
    return false;
  }
}
