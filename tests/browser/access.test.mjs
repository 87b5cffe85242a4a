// What those need who hear the page, cannot see it well or use it with the keyboard: every control
// has a name, every text stands out from its ground, every target is large enough to be hit.
import assert from "node:assert/strict";

import { DESKTOP, PHONE, page_test } from "./harness.mjs";
import { open } from "./page.mjs";

const STATES = [
  "tab=solve&position=R+U", "tab=solve&input=paint", "tab=explore&puzzle=pyraminx", "tab=batch&batch=R+U", "tab=tables",
];
const NAMED = ["button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "listbox", "slider", "spinbutton",
  "img", "dialog", "radiogroup", "table", "progressbar", "region"];

/** Roles without a name, out of what a screen reader is told. @param {string} snapshot */
function unnamed(snapshot) {
  return snapshot.split("\n").filter((line) => {
    const found = line.match(/^\s*- (\w+)(?: "([^"]*)")?/);
    return found !== null && NAMED.includes(found[1]) && !found[2] && !/^\s*- \w+: \S/.test(line);
  });
}

page_test("every control has a name", {}, async (page, origin) => {
  for (const state of STATES) {
    await open(page, origin, state);
    for (const fold of await page.locator("details:visible > summary").all()) await fold.click();
    assert.deepEqual(unnamed(await page.locator("body").ariaSnapshot()), [], state);
    const faults = await page.evaluate(() => {
      const out = [];
      if (!document.documentElement.lang) out.push("the page has no language");
      if (document.querySelectorAll("h1").length !== 1) out.push("there is not one main heading");
      const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
      out.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `the id ${id} stands twice`));
      for (const element of document.querySelectorAll("[aria-labelledby], [aria-controls], [aria-describedby]")) {
        for (const name of ["aria-labelledby", "aria-controls", "aria-describedby"]) {
          for (const id of (element.getAttribute(name) ?? "").split(/\s+/).filter(Boolean)) {
            if (!document.getElementById(id)) out.push(`${name} names ${id}, which is not there`);
          }
        }
      }
      for (const element of document.querySelectorAll("[tabindex]")) {
        if (Number(element.getAttribute("tabindex")) > 0) out.push("a tabindex changes the order");
      }
      return out;
    });
    assert.deepEqual(faults, [], state);
  }
});

/** Texts that do not stand out from what is behind them, by WCAG's measure. */
function faint_texts() {
  /** @param {string} text @returns {number[]} red, green, blue, alpha */
  const parse = (text) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  /** @param {number[]} top @param {number[]} ground */
  const over = (top, ground) => [0, 1, 2].map((i) => top[i] * top[3] + ground[i] * (1 - top[3]));
  /** @param {number[]} colour */
  const light = (colour) => {
    const [red, green, blue] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** @param {Element} element @returns {number[] | null} null where a picture is behind it */
  const ground_of = (element) => {
    const layers = [];
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((ground, layer) => over(layer, ground), [255, 255, 255]);
  };
  const out = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || !walker.currentNode.textContent?.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("svg, [aria-hidden=true], :disabled, option, .visually-hidden, .skip")) continue;
    const ground = ground_of(element);
    if (!ground) continue;
    const style = getComputedStyle(element);
    const ink = over(parse(style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) out.push(`${ratio.toFixed(2)}: ${walker.currentNode.textContent.trim().slice(0, 40)} (${element.className})`);
  }
  return [...new Set(out)];
}

for (const dark of [false, true]) {
  page_test(`texts stand out, ${dark ? "dark" : "light"}`, { size: DESKTOP, dark }, async (page, origin) => {
    for (const state of STATES) {
      await open(page, origin, state);
      for (const fold of await page.locator("details:visible > summary").all()) await fold.click();
      assert.deepEqual(await page.evaluate(faint_texts), [], state);
    }
  });
}

page_test("targets can be hit with a finger", { size: PHONE, touch: true }, async (page, origin) => {
  for (const state of STATES) {
    await open(page, origin, state);
    const small = await page.locator("button:visible, a:visible, summary:visible, select:visible, input:visible").evaluateAll((elements) => elements
      .filter((element) => !element.closest(".visually-hidden, .alg, .skip"))
      // A label is part of the target of its input.
      .map((element) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ element, box }) => `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent} ${Math.round(box.width)}x${Math.round(box.height)}`));
    assert.deepEqual(small, [], state);
  }
});
