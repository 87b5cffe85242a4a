// Where things are on the page, in one place, by the names that people and screen readers find them
// by.
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const PATIENCE_MS = 30_000;

/** Waits until something is so. @param {() => unknown | Promise<unknown>} what @param {string} words */
export async function until(what, words) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    if (await what()) return;
    if (Date.now() > end) assert.fail(`waited in vain until ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until a text is as it should be. @param {Locator} locator @param {RegExp} pattern */
export async function has_text(locator, pattern) {
  const end = Date.now() + PATIENCE_MS;
  let text = "";
  for (;;) {
    text = (await locator.first().textContent({ timeout: PATIENCE_MS })) ?? "";
    if (pattern.test(text)) return;
    if (Date.now() > end) assert.fail(`${locator} says '${text}', not ${pattern}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {Page} page */
export const verdict = (page) => page.locator("#verdict");

/** @param {Page} page */
export const position_box = (page) => page.getByRole("textbox", { name: "Position", exact: true });

/** @param {Page} page */
export const puzzle_search = (page) => page.getByRole("combobox", { name: "Search puzzles" });

/** @param {Page} page */
export const solve_button = (page) => page.locator("#solve").getByRole("button", { name: /^Solv(e|ing …)$/ });

/** One of several that exclude each other, chosen as a person does: by a click on what is seen of it.
 * @param {Page} page @param {string} name */
export async function choose(page, name) {
  const radio = page.getByRole("radio", { name, exact: true });
  await page.locator("label").filter({ has: radio }).click();
  assert.ok(await radio.isChecked());
}

/** A sticker of the net that is painted. @param {Page} page @param {string} name such as U8 */
export const net_sticker = (page, name) => page.locator(".paint-net").getByRole("button", { name: new RegExp(`^${name}:`) });

/** The page with a state in its link, when it is ready. @param {Page} page @param {string} origin @param {string} state */
export async function open(page, origin, state = "") {
  // Another fragment alone would not load the page anew.
  await page.goto("about:blank");
  await page.goto(`${origin}/${state === "" ? "" : `#${state}`}`);
  await page.locator("#version").filter({ hasText: /gyre \d/ }).waitFor();
  await until(async () => (await verdict(page).textContent()) !== "", "the position has been looked at");
}

/** Colours of the stickers on the stage, in the order of the picture. @param {Page} page @returns {Promise<string[]>} */
export function colours(page) {
  return page.locator(".flat svg.net .sticker").evaluateAll((stickers) => stickers.map((sticker) => sticker.dataset.colour ?? ""));
}

/** The first of the solutions, when it has so many moves: shorter ones come on top. @param {Page} page @param {number} length */
export async function shown_solution(page, length) {
  const item = page.getByRole("list", { name: "Solutions" }).getByRole("listitem").first();
  await has_text(item.locator(".length"), new RegExp(`^${length}moves?$`));
  return item;
}

/** Lets a file fall on the page. @param {Page} page @param {string} name @param {string} text */
export async function drop_file(page, name, text) {
  const data = await page.evaluateHandle(([file_name, contents]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([contents], file_name, { type: "text/plain" }));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: data });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}
