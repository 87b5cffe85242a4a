// Puts the page together: header, tabs, theme, keys, and the banner when the server is away.

import { BatchTab } from "./batch/batch.js";
import { ExploreTab } from "./explore/explore.js";
import { current, fault, load_puzzle, puzzle_events } from "./puzzle/puzzle.js";
import { PuzzlePicker } from "./puzzle/puzzle-picker.js";
import { connection, get, use_token } from "./shared/api.js";
import { show_keys } from "./shared/dialogs.js";
import { copy_text, fill, h, icon, svg } from "./shared/dom.js";
import { change, link_address, on_change, read_link, state } from "./shared/store.js";
import { PositionInput } from "./solve/position-input.js";
import { SolveTab } from "./solve/solve.js";
import { Player } from "./stage/player.js";
import { TablesTab } from "./tables/tables.js";

/** @type {["solve" | "explore" | "batch" | "tables", string][]} */
const TABS = [
  ["solve", "Solve"],
  ["explore", "Explore"],
  ["batch", "Batch"],
  ["tables", "Tables"],
];

/** @param {string} id @returns {HTMLElement} */
function place(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

// ---------------------------------------------------------------------- theme

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @param {string} key @param {string} usual */
function remembered(key, usual) {
  try {
    return localStorage.getItem(key) ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

let theme = remembered("gyre-theme", "auto");

const theme_button = h("button", {
  type: "button",
  class: "quiet",
  on: {
    click: () => {
      const next = THEMES[(THEMES.indexOf(/** @type {any} */ (theme)) + 1) % THEMES.length];
      theme = next;
      remember("gyre-theme", next);
      show_theme();
    },
  },
});

function show_theme() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const label = theme === "auto" ? "Colours: as the system" : `Colours: ${theme}`;
  theme_button.setAttribute("aria-label", label);
  theme_button.title = label;
  fill(theme_button, icon(theme === "auto" ? "auto" : theme === "dark" ? "moon" : "sun"));
}

// ---------------------------------------------------------------------- parts

const player = new Player();
const position = new PositionInput(player);
const solve = new SolveTab(position);
const explore = new ExploreTab();
const batch = new BatchTab();
const tables = new TablesTab();
const picker = new PuzzlePicker();

let letters_turn = remembered("gyre-keys", "on") === "on";

const tab_links = TABS.map(([tab, text]) =>
  h("a", {
    href: `#tab=${tab}`,
    class: "tab",
    text,
    on: {
      click: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        change({ tab });
      },
    },
  }),
);

function build() {
  fill(
    place("header"),
    h(
      "h1",
      { class: "brand-title" },
      h(
        "a",
        {
          class: "brand",
          href: "./",
          "aria-label": "gyre, start page",
          on: {
            click: (/** @type {MouseEvent} */ event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              change({ tab: "solve" });
            },
          },
        },
        logo(),
        h("span", { text: "gyre" }),
      ),
    ),
    picker.element,
    h("nav", { class: "tabs", "aria-label": "Parts of the page" }, tab_links),
    h(
      "div",
      { class: "header-tools" },
      h(
        "button",
        {
          type: "button",
          class: "quiet with-text",
          "aria-label": "Copy link",
          title: "Copy a link that holds everything on this page",
          on: { click: async () => copy_text(await link_address(), "Link") },
        },
        icon("link"),
        h("span", { text: "Copy link" }),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet keys-button",
          "aria-label": "Keys",
          title: "Keys",
          on: {
            click: () =>
              show_keys(letters_turn, (on) => {
                letters_turn = on;
                remember("gyre-keys", on ? "on" : "off");
              }),
          },
        },
        icon("keys"),
      ),
      theme_button,
    ),
  );
  place("solve").append(
    player.element,
    h("div", { class: "panel" }, position.element, solve.element),
  );
  // Its address would take the place of the link, and with it of all that is on the page.
  place("skip").addEventListener("click", (event) => {
    event.preventDefault();
    place(state.tab).focus();
  });
  place("explore").append(explore.element);
  place("batch").append(batch.element);
  place("tables").append(tables.element);
}

function logo() {
  return svg(
    "svg",
    { class: "logo", viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("path", { d: "M16 4a12 12 0 1 1-12 12 8 8 0 0 1 8-8M16 10.5a5.5 5.5 0 1 1-5.5 5.5" }),
  );
}

function show_tab() {
  TABS.forEach(([tab], i) => {
    place(tab).hidden = tab !== state.tab;
    if (tab === state.tab) tab_links[i].setAttribute("aria-current", "page");
    else tab_links[i].removeAttribute("aria-current");
  });
}

function show_fault() {
  const box = place("fault");
  box.hidden = fault === null;
  if (fault)
    fill(
      box,
      icon("warn"),
      h("span", { text: fault.message }),
      h(
        "button",
        { type: "button", class: "soft", on: { click: () => picker.open() } },
        "Choose a puzzle",
      ),
    );
}

// ---------------------------------------------------------------------- keys

// When a dialog closes with nothing to give the focus back to, the browser leaves it in the field
// that is no longer seen until it next draws the page. A key that comes in between is not typed there.
/** @returns {Element | null} */
function focused_and_seen() {
  const focused = document.activeElement;
  return focused && focused.getClientRects().length > 0 ? focused : null;
}

/** @param {KeyboardEvent} event */
function on_key(event) {
  if (document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
    if (state.tab === "solve") solve.solve();
    if (state.tab === "batch") batch.run();
    event.preventDefault();
    return;
  }
  if (event.key === "Escape") {
    if (solve.job.running) solve.job.ask("cancel");
    if (batch.job.running) batch.job.ask("cancel");
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !letters_turn) return;
  const focused = focused_and_seen();
  const types = focused?.matches(
    "textarea, select, input:not([type=radio], [type=checkbox], [type=range])",
  );
  if (types || focused?.closest(".interactive")) return;
  // What has a meaning for the button or the view that has the focus is left to it.
  const taken = Boolean(focused?.matches("button, a, summary, input, [tabindex='0']"));
  if (event.key === "/") {
    picker.open();
  } else if (state.tab !== "solve") {
    return;
  } else if (event.key === " ") {
    if (focused?.matches("button, a, summary, input")) return;
    player.toggle();
  } else if (event.key === "Backspace") {
    position.take_back();
  } else if (event.key === "Home" && !taken) {
    player.go(0);
  } else if (event.key === "End" && !taken) {
    player.go(player.sequence.moves.length);
  } else if (["ArrowLeft", "ArrowRight"].includes(event.key) && !taken) {
    player.step(event.key === "ArrowLeft" ? -1 : 1);
  } else if (!turn_by_letter(event)) {
    return;
  }
  event.preventDefault();
}

/** @param {KeyboardEvent} event */
function turn_by_letter(event) {
  const letter = event.key.toUpperCase();
  const move_class = current?.info.classes.find((one) => one.name === letter);
  if (letter.length !== 1 || !move_class) return false;
  const move = event.shiftKey ? move_class.moves[move_class.moves.length - 1] : move_class.moves[0];
  position.turn(move);
  return true;
}

// ---------------------------------------------------------------------- start

async function start() {
  show_theme();
  build();
  // Before anything is waited for: a key that is pressed early works too.
  addEventListener("keydown", on_key);
  const token = await read_link();
  use_token(token);
  show_tab();
  on_change(["tab"], () => {
    show_tab();
    // Also for those who listen: the part that is shown now is where reading goes on.
    place(state.tab).focus({ preventScroll: true });
  });
  addEventListener("hashchange", async () => {
    // Also a link that is put into the address bar of this page may bring the token.
    const new_token = await read_link();
    if (!new_token) return;
    use_token(new_token);
    await begin();
  });
  connection.addEventListener("away", () => {
    place("banner").hidden = false;
  });
  connection.addEventListener("back", () => {
    place("banner").hidden = true;
    if (state.tab === "tables") tables.load();
    begin();
  });
  puzzle_events.addEventListener("ready", show_fault);
  puzzle_events.addEventListener("failed", show_fault);
  if (state.tab === "tables") tables.load();
  await begin();
}

// Also when the server is back after it was away: it may be another one.
async function begin() {
  try {
    const status = await get("/v1/status");
    show_fault();
    player.has_bundle = status.player;
    place("version").textContent = `gyre ${status.version}`;
    if (picker.puzzles.length === 0) await picker.load();
    if (!current) await load_puzzle();
    else position.check();
  } catch (error) {
    const { status, message } = /** @type {import("./shared/api.js").ApiError} */ (error);
    // Where there is no server the banner says so.
    if (status === 0) return;
    const text =
      status === 401
        ? "This server asks for a token: open the link that gyre serve printed."
        : message;
    const box = place("fault");
    box.hidden = false;
    fill(box, icon("warn"), h("span", { text }));
  }
}

start();
