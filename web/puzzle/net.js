// The net: all stickers laid out flat, as SVG. It only shows, or it takes clicks and keys (painting,
// choosing pieces): then each sticker is a button, and one of them at a time is in the tab order.

import { svg } from "../shared/dom.js";
import { middle, neighbour } from "./facelets.js";

/**
 * @typedef {import("./turns.js").Picture} Picture
 * @typedef {object} NetOptions
 * @property {string} label what the net is, for those who do not see it
 * @property {(sticker: number, event: Event) => void} [press] called for a click, Enter, a stroke over stickers
 * @property {(sticker: number, event: KeyboardEvent) => boolean} [key] other keys; true if it was used
 * @property {(sticker: number) => string} [describe] name of a sticker with what it shows
 */

export class Net {
  /** @param {Picture} picture @param {NetOptions} options */
  constructor(picture, options) {
    this.picture = picture;
    this.options = options;
    this.centres = picture.stickers.map((sticker) => middle(sticker.net));
    this.active = 0;
    const interactive = Boolean(options.press);
    const margin = Math.max(picture.net.width, picture.net.height) * 0.012;
    const line = line_width(picture);
    const plastic = picture.faces
      .filter((face) => face.net.length > 0)
      .map((face) =>
        svg("path", {
          class: "plastic",
          d: path_of(face.net),
          fill: picture.plastic,
          "aria-hidden": "true",
        }),
      );
    /** @type {SVGElement[]} */
    this.stickers = picture.stickers.map((sticker, i) =>
      svg("path", {
        d: path_of(sticker.net),
        class: "sticker",
        "stroke-width": 2 * sticker.rounding,
        "data-sticker": i,
        ...(interactive ? { role: "button", tabindex: i === 0 ? "0" : "-1" } : {}),
      }),
    );
    this.element = svg(
      "svg",
      {
        class: interactive ? "net interactive" : "net",
        viewBox: `${-margin} ${-margin} ${picture.net.width + 2 * margin} ${picture.net.height + 2 * margin}`,
        style: `--line:${line}`,
        role: interactive ? "group" : "img",
        "aria-label": options.label,
      },
      plastic,
      this.stickers,
    );
    // Marks lie above all stickers, so that no neighbour covers their rim.
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.cursor = svg("path", {
      class: "cursor",
      "aria-hidden": "true",
      d: this.stickers[0]?.getAttribute("d") ?? "",
    });
    this.element.append(this.marks, this.cursor);
    if (interactive) this.#listen();
  }

  #listen() {
    let stroke = false;
    let last = -1;
    /** @param {PointerEvent} event */
    const under = (event) => {
      const target = document.elementFromPoint(event.clientX, event.clientY);
      return target instanceof SVGElement && this.element.contains(target)
        ? Number(target.dataset.sticker ?? -1)
        : -1;
    };
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const sticker = under(event);
      if (sticker < 0 || event.button !== 0) return;
      stroke = true;
      last = sticker;
      // Only while it lasts: the window outlives this net.
      const over = new AbortController();
      for (const end of ["pointerup", "pointercancel"]) {
        addEventListener(
          end,
          () => {
            stroke = false;
            over.abort();
          },
          { passive: true, signal: over.signal },
        );
      }
      this.options.press?.(sticker, event);
      this.#activate(sticker, true);
      event.preventDefault();
    });
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!stroke) return;
      const sticker = under(event);
      if (sticker < 0 || sticker === last) return;
      last = sticker;
      this.options.press?.(sticker, event);
    });
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const directions = /** @type {Record<string, number[]>} */ ({
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
      });
      const direction = directions[event.key];
      if (direction && !event.altKey && !event.ctrlKey && !event.metaKey) {
        this.#activate(neighbour(this.centres, this.active, direction[0], direction[1]), true);
      } else if (event.key === "Home") {
        this.#activate(0, true);
      } else if (event.key === "End") {
        this.#activate(this.stickers.length - 1, true);
      } else if (event.key === "Enter" || event.key === " ") {
        this.options.press?.(this.active, event);
      } else if (!this.options.key?.(this.active, event)) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const target = /** @type {SVGElement} */ (event.target);
      if (target.dataset.sticker) this.#activate(Number(target.dataset.sticker), false);
    });
  }

  /** @param {number} sticker @param {boolean} focus */
  #activate(sticker, focus) {
    this.stickers[this.active].setAttribute("tabindex", "-1");
    this.active = sticker;
    this.stickers[sticker].setAttribute("tabindex", "0");
    this.cursor.setAttribute("d", this.stickers[sticker].getAttribute("d") ?? "");
    if (focus) this.stickers[sticker].focus({ preventScroll: true });
  }

  /** @param {ArrayLike<number>} frame by sticker the face whose colour it shows, -1: unknown */
  show(frame) {
    for (let i = 0; i < this.stickers.length; ++i) {
      const face = this.picture.faces[frame[i]];
      const colour = face ? face.colour : "";
      const element = this.stickers[i];
      if (element.dataset.colour === colour) continue;
      element.dataset.colour = colour;
      element.style.fill = colour;
      element.style.stroke = colour;
      element.classList.toggle("blank", !colour);
    }
    if (this.options.describe) this.describe();
  }

  describe() {
    this.stickers.forEach((element, i) => {
      const text = this.options.describe?.(i);
      if (text && element.getAttribute("aria-label") !== text)
        element.setAttribute("aria-label", text);
    });
  }

  /** @param {(sticker: number) => boolean} chosen those that are drawn as not counting */
  grey(chosen) {
    this.stickers.forEach((element, i) => element.classList.toggle("ignored", chosen(i)));
  }

  /** @param {Iterable<number>} stickers with a rim that says: here is the fault */
  mark(stickers) {
    const outlines = [...stickers]
      .filter((i) => this.stickers[i])
      .map((i) => this.stickers[i].getAttribute("d"));
    // Red on a white ground, so that it is seen on stickers of any colour.
    this.marks.replaceChildren(
      ...["halo", "mark"].flatMap((name) => outlines.map((d) => svg("path", { class: name, d }))),
    );
  }
}

/** @param {[number, number][]} points */
const path_of = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** Lines between stickers, as wide as suits the smallest of them. @param {Picture} picture */
export function line_width(picture) {
  let smallest = Infinity;
  for (const { net } of picture.stickers) {
    let area = 0;
    net.forEach(([x, y], i) => {
      const [next_x, next_y] = net[(i + 1) % net.length];
      area += x * next_y - next_x * y;
    });
    smallest = Math.min(smallest, Math.sqrt(Math.abs(area) / 2));
  }
  return round(Math.min(smallest * 0.09, Math.max(picture.net.width, picture.net.height) * 0.006));
}
