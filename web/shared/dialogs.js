// Questions and help in the browser's own dialog element, which keeps the focus inside and gives it
// back when it closes.

import { h, icon } from "./dom.js";

/**
 * @param {string} title @param {string} text @param {string} yes the word on the button that does it
 * @returns {Promise<boolean>}
 */
export function ask(title, text, yes) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog",
      { class: "dialog", "aria-labelledby": "dialog-title" },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "dialog-title", text: title }),
        h("p", { text }),
        h(
          "div",
          { class: "dialog-buttons" },
          h("button", { class: "soft", value: "no", autofocus: true, text: "Cancel" }),
          h("button", { class: "primary slim", value: "yes", text: yes }),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @type {[string, string][]} */
const KEYS = [
  ["U R F D L B", "turn a face of the puzzle (where a move has one letter)"],
  ["Shift + letter", "turn it the other way"],
  ["Backspace", "take the last move back"],
  ["Space", "play or pause"],
  ["← →", "one move back or forward"],
  ["Home, End", "to the start, to the end"],
  ["Ctrl + Enter", "solve"],
  ["Esc", "stop the search"],
  ["/", "choose a puzzle"],
  ["Arrow keys on the puzzle", "look at it from another side"],
  ["Arrow keys on the net", "to the next sticker; 1–6 or a face's letter paints it"],
];

/** @param {boolean} turning whether letters turn the puzzle @param {(on: boolean) => void} set */
export function show_keys(turning, set) {
  const dialog = h(
    "dialog",
    { class: "dialog keys", "aria-labelledby": "keys-title" },
    h(
      "form",
      { method: "dialog" },
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "keys-title", text: "Keys" }),
        h("button", { class: "quiet", "aria-label": "Close", autofocus: true }, icon("cross")),
      ),
      h(
        "dl",
        { class: "key-list" },
        KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text })]),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: turning,
          on: { change: (/** @type {any} */ event) => set(event.target.checked) },
        }),
        "Keys without Ctrl work wherever nothing is typed",
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
