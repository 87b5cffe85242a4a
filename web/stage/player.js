// The stage: the puzzle in space and as a net, and the player that runs a sequence on it with a
// slider. Which view in space is used is decided here: the 3D player where the build has it, WebGL works and
// every move is a turn of a slab; our own SVG view otherwise; the server's drawings for puzzles
// that have no stickers in space. The page says which.

import { Net } from "../puzzle/net.js";
import { current, known_turns, puzzle_events, turns_of } from "../puzzle/puzzle.js";
import { ApiError, post } from "../shared/api.js";
import { announce, fill, h, icon } from "../shared/dom.js";
import { change, on_change, puzzle_fields, state } from "../shared/store.js";
import { Solid } from "./solid.js";
import { load_bundle, TwistyView, webgl_works } from "./twisty.js";

/**
 * @typedef {import("../puzzle/turns.js").Turn} Turn
 * @typedef {{moves: string[], frames?: number[][], drawings?: string[]}} Sequence
 */

const MOVES_PER_SECOND = [0.5, 1, 2, 4, 8];
const MOST_WORDS = 600; // more are not shown one by one
const MOST_STICKERS_TO_TURN = 3000; // above this a picture a second is all a browser can do

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Player {
  constructor() {
    /** @type {Sequence} */
    this.sequence = { moves: [], frames: [] };
    /** @type {(Turn | null)[]} */
    this.turns = [];
    /** What is on the stage: while the next is fetched, not yet what the state says.
     * @type {{position: string, alg: string} | null} */
    this.shown = null;
    this.time = 0;
    /** @type {number | null} where an animation stops; null if nothing moves */
    this.goal = null;
    this.speed = 2;
    /** @type {Net | null} */
    this.net = null;
    /** @type {Solid | null} */
    this.solid = null;
    /** @type {TwistyView | null} */
    this.twisty = null;
    this.has_bundle = false;
    this.asked = 0;
    this.runs = 0;
    this.last_tick = 0;
    this.reversed = false;
    this.painting = false;
    this.#build();
    puzzle_events.addEventListener("loading", () => this.element.classList.add("loading"));
    puzzle_events.addEventListener("ready", () => this.#new_puzzle());
    puzzle_events.addEventListener("failed", () => this.#new_puzzle());
    on_change(["view"], () => this.#show_views());
  }

  #build() {
    /** @param {Parameters<typeof icon>[0]} name @param {string} label @param {() => void} click */
    const button = (name, label, click) =>
      h(
        "button",
        {
          class: "quiet",
          type: "button",
          "aria-label": label,
          title: label,
          on: { click },
        },
        icon(name),
      );
    this.space = h("div", { class: "space" });
    this.flat = h("div", { class: "flat" });
    this.views = h("div", { class: "views" }, this.space, this.flat);
    this.note = h("p", { class: "view-note" });
    this.view_choice = h(
      "div",
      { class: "segmented small view-choice", role: "radiogroup", "aria-label": "View" },
      /** @type {const} */ ([
        ["both", "Both"],
        ["3d", "3D"],
        ["net", "Net"],
      ]).map(([value, text]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "view",
            value,
            checked: state.view === value,
            on: { change: () => change({ view: value }) },
          }),
          h("span", { text }),
        ),
      ),
    );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: "any",
      value: 0,
      class: "slider",
      "aria-label": "Move of the sequence",
      on: {
        input: () => this.seek(Number(this.slider.value)),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#slider_key(event),
        change: () => this.#settle(),
      },
    });
    this.play_button = button("play", "Play", () => this.toggle());
    this.count = h("output", { class: "count", "aria-hidden": "true" });
    this.speed_choice = h(
      "select",
      {
        "aria-label": "Speed",
        class: "speed",
        on: {
          change: () => {
            this.speed = Number(this.speed_choice.value);
          },
        },
      },
      MOVES_PER_SECOND.map((speed) =>
        h("option", {
          value: speed,
          text: `${speed} a second`,
          ...(speed === 2 ? { selected: true } : {}),
        }),
      ),
    );
    this.transport = h(
      "div",
      { class: "transport", role: "group", "aria-label": "Player" },
      h(
        "div",
        { class: "transport-row" },
        button("first", "To the start", () => this.go(0)),
        button("back", "One move back", () => this.step(-1)),
        this.play_button,
        button("forward", "One move forward", () => this.step(1)),
        button("last", "To the end", () => this.go(this.sequence.moves.length)),
        this.slider,
        this.count,
        this.speed_choice,
      ),
    );
    this.words = h("div", { class: "alg", role: "group", "aria-label": "Moves" });
    this.title = h("p", { class: "stage-title" });
    this.element = h(
      "section",
      { class: "stage", "aria-label": "Puzzle" },
      h("div", { class: "stage-head" }, this.title, this.view_choice),
      this.views,
      this.note,
      this.transport,
      this.words,
    );
  }

  /** @param {KeyboardEvent} event arrows go by whole moves, with their animation */
  #slider_key(event) {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
    });
    const step = steps[event.key];
    if (step !== undefined) this.step(step);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.sequence.moves.length);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #new_puzzle() {
    this.element.classList.remove("loading");
    this.twisty = null;
    this.solid = null;
    this.net = null;
    this.goal = null;
    this.sequence = { moves: [], frames: [] };
    this.shown = null;
    this.turns = [];
    const puzzle = current;
    this.space.replaceChildren();
    this.flat.replaceChildren();
    this.words.replaceChildren();
    this.transport.hidden = true;
    if (!puzzle) {
      this.note.textContent = "";
      this.set_title("");
      return;
    }
    if (puzzle.picture.stickers.length > 0) {
      this.net = new Net(puzzle.picture, { label: `Net of ${puzzle.info.name}` });
      this.flat.append(this.net.element);
      const frame = puzzle.picture.stickers.map((sticker) => sticker.face);
      this.net.show(frame);
      this.sequence = { moves: [], frames: [frame] };
    }
    this.#show_views();
    await this.#choose_space_view();
  }

  /** The 3D player if everything it needs is there. */
  async #choose_space_view() {
    const puzzle = current;
    if (!puzzle || puzzle.picture.stickers.length === 0) {
      this.note.textContent = puzzle
        ? "Drawn step by step: the moves of this puzzle are no turns of a solid."
        : "";
      return;
    }
    let reason = "";
    if (!this.has_bundle)
      reason = "Drawn by the page itself: this build has no 3D player (it was made without npm).";
    else if (!webgl_works())
      reason = "Drawn by the page itself: this browser has no WebGL for the 3D player.";
    if (!reason && this.turns.every(Boolean)) {
      try {
        const cubing = await load_bundle();
        // Meanwhile another sequence may have come, and with it another view.
        if (current !== puzzle || !this.turns.every(Boolean)) return;
        if (!this.twisty) {
          this.twisty = new TwistyView(cubing, puzzle.picture);
          this.solid = null;
          this.space.replaceChildren(this.twisty.element);
          this.#twisty_keys();
        }
        this.#load_twisty();
        this.note.textContent = "";
        return;
      } catch {
        reason = "Drawn by the page itself: the 3D player could not be loaded.";
      }
    }
    this.#own_view(reason || "Shown step by step: some moves here are no turns of a solid.");
  }

  /** @param {string} reason */
  #own_view(reason) {
    if (!current) return;
    if (!this.solid) {
      this.twisty = null;
      this.solid = new Solid(
        current.picture,
        `${current.info.name} in space; arrow keys turn the view`,
      );
      this.space.replaceChildren(this.solid.element);
    }
    this.note.textContent = reason;
    this.#render();
  }

  #twisty_keys() {
    const element = this.twisty?.element;
    if (!element) return;
    element.tabIndex = 0;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${current?.info.name} in 3D; arrow keys turn the view`);
    element.addEventListener("keydown", async (/** @type {KeyboardEvent} */ event) => {
      const steps = /** @type {Record<string, number[]>} */ ({
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, 1],
        ArrowDown: [0, -1],
      });
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const view = await element.experimentalModel.twistySceneModel.orbitCoordinates.get();
      element.cameraLongitude = view.longitude + step[0] * 12;
      element.cameraLatitude = view.latitude + step[1] * 12;
    });
  }

  #load_twisty() {
    this.twisty?.load(
      this.sequence.frames?.[0] ?? [],
      /** @type {Turn[]} */ (this.turns),
      known_turns(),
    );
    this.#render();
  }

  #show_views() {
    const has_net = Boolean(current && current.picture.stickers.length > 0);
    // While a net is painted a second one beside it would only confuse.
    const single = !has_net || this.painting;
    this.views.dataset.view = single ? "3d" : state.view;
    this.view_choice.hidden = single;
    for (const input of this.view_choice.querySelectorAll("input"))
      input.checked = input.value === state.view;
  }

  /** @param {boolean} on */
  set_painting(on) {
    this.painting = on;
    this.element.classList.toggle("painting", on);
    this.#show_views();
  }

  /** @param {string} text what is on the stage */
  set_title(text) {
    this.title.textContent = text;
  }

  /**
   * Shows a sequence from a position.
   * @param {{position: string, alg: string}} source @param {number} at
   * @param {{from?: number}} [motion] with from: starts there and moves on to `at`
   * @returns {Promise<"shown" | "refused" | "replaced">} refused: the server cannot read it;
   *   replaced: something else has been asked for since
   */
  async show(source, at, motion = {}) {
    const turn = ++this.asked;
    /** @type {Sequence} */
    let sequence;
    try {
      sequence = await post("/v1/play", { ...puzzle_fields(), ...source });
    } catch (fault) {
      if (turn !== this.asked) return "replaced";
      if (fault instanceof ApiError) return "refused";
      throw fault;
    }
    if (turn !== this.asked || !current) return "replaced";
    const moves = sequence.moves;
    const few = current.picture.stickers.length <= MOST_STICKERS_TO_TURN;
    let turns = /** @type {(Turn | null)[]} */ (moves.map(() => null));
    if (sequence.frames && few && moves.length > 0) {
      try {
        turns = await turns_of(moves);
      } catch {
        // Without turns the sequence is shown step by step.
      }
    }
    if (turn !== this.asked || !current) return "replaced";
    this.sequence = sequence;
    this.shown = source;
    this.turns = checked_turns(sequence, turns);
    this.#words();
    this.goal = null;
    this.time = Math.min(motion.from ?? at, moves.length);
    this.slider.max = String(Math.max(moves.length, 1));
    this.transport.hidden = moves.length === 0;
    await this.#choose_space_view();
    this.#render();
    if (turn !== this.asked || !current) return "replaced";
    if (motion.from !== undefined) this.go(at);
    return "shown";
  }

  /** Whether the sequence of the state is on the stage. */
  get shows_state() {
    return (
      state.alg !== "" && this.shown?.alg === state.alg && this.shown.position === state.position
    );
  }

  /** Colours that are no position yet: what is being painted. @param {number[]} frame */
  show_colours(frame) {
    ++this.asked;
    this.shown = null;
    this.sequence = { moves: [], frames: [frame] };
    this.turns = [];
    this.time = 0;
    this.goal = null;
    this.transport.hidden = true;
    this.#words();
    if (this.twisty) this.#load_twisty();
    else this.#choose_space_view();
    this.#render();
  }

  #words() {
    const moves = this.sequence.moves;
    if (moves.length > MOST_WORDS) {
      fill(this.words, h("span", { class: "muted", text: `${moves.length} moves` }));
      return;
    }
    fill(
      this.words,
      moves.map((move, i) =>
        h("button", {
          type: "button",
          class: "word",
          tabindex: "-1",
          text: move,
          "aria-label": `To move ${i + 1}, ${move}`,
          on: { click: () => this.go(i + 1) },
        }),
      ),
    );
    this.words.hidden = moves.length === 0;
  }

  /** @param {number} time */
  seek(time) {
    this.goal = null;
    this.time = Math.max(0, Math.min(time, this.sequence.moves.length));
    this.#render();
  }

  // A slider let go between two moves goes to the nearer one.
  #settle() {
    this.go(Math.round(this.time));
  }

  /** Animates to a place. @param {number} at */
  go(at) {
    const goal = Math.max(0, Math.min(at, this.sequence.moves.length));
    if (calm.matches || goal === this.time) {
      this.goal = null;
      this.time = goal;
      this.#arrived();
      return;
    }
    const running = this.goal !== null;
    this.goal = goal;
    this.reversed = goal < this.time;
    // A jump over many moves takes no longer than one and a half seconds.
    this.pace = Math.max(this.speed * 1.6, Math.abs(goal - this.time) / 1.5);
    if (!running) this.#run();
    this.#buttons();
  }

  /** @param {number} moves */
  step(moves) {
    const from = this.goal ?? this.time;
    this.go(moves < 0 ? Math.ceil(from - 1e-6) + moves : Math.floor(from + 1e-6) + moves);
  }

  get playing() {
    return this.goal !== null;
  }

  toggle() {
    if (this.playing) {
      this.goal = null;
      this.#settle_pause();
      return;
    }
    const end = this.sequence.moves.length;
    if (end === 0) return;
    if (this.time >= end) this.time = 0;
    if (calm.matches) {
      this.#play_calmly();
      return;
    }
    this.goal = end;
    this.reversed = false;
    this.pace = 0;
    this.#run();
    this.#buttons();
  }

  #settle_pause() {
    this.time = this.reversed ? Math.floor(this.time) : Math.ceil(this.time);
    this.#arrived();
  }

  // Reduced motion: one picture after the other, no turning.
  #play_calmly() {
    this.goal = this.sequence.moves.length;
    this.#buttons();
    const run = ++this.runs;
    const next = () => {
      if (this.goal === null || run !== this.runs) return;
      this.time = Math.min(Math.floor(this.time) + 1, this.sequence.moves.length);
      this.#render();
      if (this.time >= this.goal) {
        this.goal = null;
        this.#arrived();
      } else {
        setTimeout(next, 1000 / this.speed);
      }
    };
    setTimeout(next, 1000 / this.speed);
  }

  #run() {
    this.last_tick = performance.now();
    const run = ++this.runs;
    const tick = (/** @type {number} */ now) => {
      if (this.goal === null || run !== this.runs) return;
      const passed = Math.min(0.1, Math.max(0, now - this.last_tick) / 1000);
      this.last_tick = now;
      const pace = this.pace || this.speed;
      const way = this.goal - this.time;
      const step = passed * pace;
      if (Math.abs(way) <= step) {
        this.time = this.goal;
        this.goal = null;
        this.#arrived();
        return;
      }
      this.time += Math.sign(way) * step;
      this.#render();
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  #arrived() {
    this.#render();
    // An older sequence that comes to its end says nothing about the one that is being fetched.
    if (this.shows_state) change({ at: Math.round(this.time) });
    const move = Math.round(this.time);
    if (
      document.activeElement &&
      this.element.contains(document.activeElement) &&
      this.sequence.moves.length > 0
    ) {
      announce(
        move === 0
          ? "Start"
          : `Move ${move} of ${this.sequence.moves.length}: ${this.sequence.moves[move - 1]}`,
      );
    }
  }

  #buttons() {
    const playing = this.playing;
    if (this.play_button.dataset.playing === String(playing)) return;
    this.play_button.dataset.playing = String(playing);
    this.play_button.replaceChildren(icon(playing ? "pause" : "play"));
    this.play_button.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.play_button.title = playing ? "Pause" : "Play";
  }

  #render() {
    const { moves, frames, drawings } = this.sequence;
    const done = Math.floor(this.time + 1e-9);
    const fraction = this.time - done;
    const near = Math.round(this.time);
    if (frames && frames.length > 0) {
      this.net?.show(frames[Math.min(near, frames.length - 1)]);
      const turn = this.turns[done] ?? null;
      if (this.twisty) this.twisty.at(this.time);
      else if (turn) this.solid?.show(frames[done], turn, fraction);
      else this.solid?.show(frames[Math.min(near, frames.length - 1)]);
    } else if (drawings) {
      this.#draw(drawings[Math.min(near, drawings.length - 1)]);
    }
    this.slider.value = String(this.time);
    this.slider.setAttribute(
      "aria-valuetext",
      near === 0 ? "Start" : `Move ${near} of ${moves.length}: ${moves[near - 1]}`,
    );
    this.slider.style.setProperty(
      "--done",
      `${moves.length ? (100 * this.time) / moves.length : 0}%`,
    );
    this.count.textContent = `${near} / ${moves.length}`;
    const at = fraction > 1e-6 ? done : near - 1;
    [...this.words.children].forEach((word, i) => {
      word.classList.toggle("now", i === at);
      word.classList.toggle("past", i < at);
    });
    this.#buttons();
  }

  /** @param {string} drawing SVG of the server, as a picture so that it can do nothing */
  #draw(drawing) {
    let image = this.space.querySelector("img.drawing");
    if (!image) {
      image = h("img", { class: "drawing", alt: `${current?.info.name}, the position shown` });
      this.space.replaceChildren(/** @type {Node} */ (image));
      this.solid = null;
      this.twisty = null;
    }
    const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
    if (image.getAttribute("src") !== address) image.setAttribute("src", address);
  }
}

/**
 * The turns, unless what they lead to differs from what the server says: then none, so that nothing
 * wrong is shown. @param {Sequence} sequence @param {(Turn | null)[]} turns
 */
function checked_turns(sequence, turns) {
  const frames = sequence.frames;
  if (!frames) return turns;
  return turns.map((turn, k) => {
    if (!turn) return null;
    const before = frames[k];
    const after = frames[k + 1];
    for (let i = 0; i < before.length; ++i) if (after[turn.to[i]] !== before[i]) return null;
    return turn;
  });
}
