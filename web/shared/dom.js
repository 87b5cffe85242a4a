// Small helpers to build HTML and SVG without a framework. They decide nothing about looks.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/** @param {Element} element @param {Attributes} attributes */
function set_attributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, listener);
    } else if (name === "text") {
      element.textContent = value;
    } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
      /** @type {any} */ (element)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element: h("button", {class: "go", on: {click: run}}, "Go").
 * @param {string} tag @param {Attributes} [attributes] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set_attributes(element, attributes);
  append(element, /** @type {Child[]} */ (children));
  return element;
}

/**
 * An SVG element.
 * @param {string} tag @param {Attributes} [attributes] @param {...(Child | Child[])} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set_attributes(element, attributes);
  append(element, /** @type {Child[]} */ (children));
  return element;
}

/** @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, /** @type {Child[]} */ (children));
}

// The drawings of the buttons: strokes on a field of 24 by 24, in the colour of the text.
const ICONS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5.5v13M16 5.5v13",
  first: "M6 6v12M18 6.5 9.5 12l8.5 5.5z",
  back: "M15 6.5 8 12l7 5.5",
  forward: "M9 6.5 16 12l-7 5.5",
  last: "M18 6v12M6 6.5 14.5 12 6 17.5z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01",
  down: "M6.5 9.5 12 15l5.5-5.5",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l4.5 4.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6 6 18",
  warn: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01",
  stop: "M6.5 6.5h11v11h-11z",
  undo: "M9 6 4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3",
  clear: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14",
  keys: "M3.5 7h17v10h-17zM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8 14h8",
  file: "M7 3.5h7l4 4V20.5H7zM14 3.5v4h4",
};

/** @param {keyof typeof ICONS} name @returns {SVGElement} */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/**
 * Calls the function when it has not been asked for during so many milliseconds.
 * @template {any[]} A
 * @param {number} milliseconds @param {(...values: A) => void} call
 * @returns {(...values: A) => void}
 */
export function debounced(milliseconds, call) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), milliseconds);
  };
}

/** Red, green and blue of "#rgb" or "#rrggbb". @param {string} colour @returns {number[]} */
export function rgb(colour) {
  const digits = colour.replace("#", "");
  const whole = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  return [0, 2, 4].map((k) => parseInt(whole.slice(k, k + 2), 16));
}

/** Says a sentence to those who listen instead of looking. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region) return;
  // The same words again are no change, and would not be said.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

let toast_timer = 0;
/** A short message at the bottom that goes away by itself. @param {string} text */
export function toast(text) {
  const region = document.getElementById("toast");
  if (!region) return;
  region.textContent = text;
  region.classList.add("shown");
  clearTimeout(toast_timer);
  toast_timer = setTimeout(() => region.classList.remove("shown"), 2200);
}

/** Puts text on the clipboard, also where the page is not a secure context (a phone in the same
 * house that opened the page by its address). @param {string} text @param {string} what */
export async function copy_text(text, what) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const area = h("textarea", { class: "offscreen", "aria-hidden": "true", value: text });
    document.body.append(area);
    area.select();
    copied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
  toast(copied ? `${what} copied` : "The browser does not let this page copy.");
}

/** The text of a file that a person gave; null, and a word about it, where it cannot be read (a
 * folder). @param {File} file @param {(text: string) => void} [say] @returns {Promise<string | null>} */
export async function file_text(file, say = toast) {
  try {
    return await file.text();
  } catch {
    say(`${file.name} cannot be read.`);
    return null;
  }
}

/** Hands a file to the browser. @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A line of the shell with a button that copies it. @param {string} command @returns {HTMLElement} */
export function command_line(command) {
  return h(
    "div",
    { class: "command" },
    h("code", { tabindex: "0", "aria-label": "Command line that does the same", text: command }),
    h(
      "button",
      {
        class: "quiet",
        type: "button",
        "aria-label": "Copy the command line",
        title: "Copy the command line",
        on: { click: () => copy_text(command, "Command line") },
      },
      icon("copy"),
    ),
  );
}
