// The page as a person uses it: a scramble, paint, a long search, a batch, a link, a file, keys.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { DESKTOP, PHONE, page_test, screenshot, start_server } from "./harness.mjs";
import {
  choose, colours, drop_file, has_text, net_sticker, open, position_box, puzzle_search, shown_solution, solve_button, until, verdict,
} from "./page.mjs";

// No search of minutes solves it.
const LONG_SEARCH = "puzzle=4x4x4&position=R+U+F+2R+D+B2+2U+L+F2+2F+R2+B+D2+2R+L2+U+B+2U+R+F";
// What the browser itself says about an answer of 400.
const REFUSED = /status of 400/;

page_test("a scramble is entered, solved and played", {}, async (page, origin) => {
  await open(page, origin);
  const solved = await colours(page);
  await position_box(page).fill("R U R' U' F2 D");
  await has_text(verdict(page), /can be solved/);
  await until(async () => (await colours(page)).join() !== solved.join(), "the net shows the scramble");
  await solve_button(page).click();
  const solution = await shown_solution(page, 6);
  await solution.getByRole("button", { name: /moves/ }).first().click();
  const count = page.locator("output.count");
  await has_text(count, /^6 \/ 6$/);
  await until(async () => (await colours(page)).join() === solved.join(), "the net shows the solved cube");
});

page_test("a scramble that cannot be read is marked where it is wrong", { expected_errors: [REFUSED] },
  async (page, origin) => {
    await open(page, origin);
    await position_box(page).fill("R U Q2 F");
    await has_text(verdict(page), /Q2/);
    assert.equal(await page.locator(".backdrop mark").textContent(), "Q2");
    assert.ok(await solve_button(page).isDisabled());
  });

page_test("a random position is written as competitions do, and any puzzle is solved quickly or optimally", {},
  async (page, origin) => {
    await open(page, origin, "puzzle=2x2x2");
    await page.getByRole("button", { name: "Random" }).click();
    await has_text(verdict(page), /can be solved/);
    const scramble = await position_box(page).inputValue();
    assert.match(scramble, /^([URF]['2]?( |$)){11}$/);
    await choose(page, "Optimal");
    await solve_button(page).click();
    await page.locator(".solutions .badge").first().waitFor();
    await has_text(page.locator(".job"), /--optimal/);
  });

page_test("an impossible cube says why and marks the stickers", {}, async (page, origin) => {
  await open(page, origin);
  await choose(page, "Paint stickers");
  await net_sticker(page, "U8").waitFor();
  await net_sticker(page, "U8").focus();
  await page.keyboard.press("f");
  await net_sticker(page, "F2").focus();
  await page.keyboard.press("u");
  await has_text(verdict(page), /cannot exist.*edge/);
  assert.ok(await page.locator(".paint-net .marks .mark").count() > 0);
  assert.ok(await solve_button(page).isDisabled());
  // The mouse puts it right again.
  await choose(page, "U");
  await net_sticker(page, "U8").click();
  await choose(page, "F");
  await net_sticker(page, "F2").click();
  await has_text(verdict(page), /can be solved/);
});

page_test("a long search is paused, continued and cancelled", {}, async (page, origin) => {
  await open(page, origin, LONG_SEARCH);
  await has_text(verdict(page), /can be solved/);
  await solve_button(page).click();
  const job = page.locator("#solve .job");
  await job.getByRole("button", { name: "Pause" }).click();
  await until(async () => await job.getAttribute("data-state") === "paused", "it is paused");
  await job.getByRole("button", { name: "Continue" }).click();
  await until(async () => await job.getAttribute("data-state") === "running", "it runs on");
  await has_text(job, /Depth/);
  await screenshot(page, "a long search runs");
  await job.getByRole("button", { name: "Stop" }).click();
  await until(async () => await job.getAttribute("data-state") === "cancelled", "it is cancelled");
  await until(async () => !await solve_button(page).isDisabled(), "another search can begin");
});

page_test("a batch is solved, sorted and saved", {}, async (page, origin) => {
  await open(page, origin, "tab=batch");
  const scrambles = ["R U F D L", "R", "not a move", "R2 U"];
  await page.getByRole("textbox", { name: "Positions, one a line" }).fill(scrambles.join("\n"));
  await page.getByRole("button", { name: "Solve all" }).click();
  const rows = page.locator(".batch-table tbody tr");
  await has_text(page.locator("#batch .outcome"), /3 positions solved, 1 not/);
  assert.equal(await rows.count(), 4);
  const column = async (number) => rows.locator(`td:nth-child(${number})`).allTextContents();
  assert.deepEqual(await column(2), scrambles);
  await page.getByRole("button", { name: "Length" }).click();
  const lengths = async () => (await column(3)).map((text) => Number.parseInt(text, 10)).filter((value) => !Number.isNaN(value));
  assert.deepEqual(await lengths(), [1, 2, 5]);
  await page.getByRole("button", { name: "Length" }).click();
  assert.deepEqual(await lengths(), [5, 2, 1]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  const csv = readFileSync(await download.path(), "utf8");
  assert.equal(csv.trim().split(/\r?\n/).length, 5);
  assert.match(csv, /R2 U/);
  // A row is played on the first tab.
  await page.getByRole("button", { name: /^Play U/ }).first().click();
  assert.equal(await position_box(page).inputValue(), "R2 U");
});

page_test("a link holds everything", {}, async (page, origin) => {
  await open(page, origin);
  await position_box(page).fill("F R U' B");
  await has_text(verdict(page), /can be solved/);
  await solve_button(page).click();
  await shown_solution(page, 4);
  await page.getByRole("button", { name: "One move forward" }).click();
  await has_text(page.locator("output.count"), /^1 \/ 4$/);
  await until(() => page.url().includes("at=1"), "the address follows");
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const seen = await colours(page);
  await page.goto("about:blank");
  await page.goto(link);
  await has_text(page.locator("output.count"), /^1 \/ 4$/);
  assert.equal(await position_box(page).inputValue(), "F R U' B");
  await until(async () => (await colours(page)).join() === seen.join(), "the same cube is seen");
});

page_test("the way to the content and the way back keep what is on the page", {}, async (page, origin) => {
  await open(page, origin, "position=R+U");
  // The first thing that Tab reaches.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await until(() => page.evaluate(() => document.activeElement?.id === "solve"), "the content has the focus");
  await page.getByRole("link", { name: "Batch" }).click();
  await until(() => page.url().includes("tab=batch"), "the address follows");
  assert.ok(page.url().includes("position=R+U"), page.url());
  await page.goBack();
  await until(() => page.locator("#solve").isVisible(), "the first tab is shown again");
  assert.equal(await position_box(page).inputValue(), "R U");
});

page_test("turns by keys go on from what is there", {}, async (page, origin) => {
  await open(page, origin, "position=(R+U)2+//+a+note");
  await has_text(page.locator("output.count"), /^4 \/ 4$/);
  await page.keyboard.press("f");
  await until(async () => await position_box(page).inputValue() === "R U R U F", "a move behind a note counts");
  await page.keyboard.press("Backspace");
  await until(async () => await position_box(page).inputValue() === "R U R U", "it is taken back");
  await has_text(page.locator("output.count"), /^4 \/ 4$/);
  // On painted stickers each turn starts from the one before, and there is no last move to take back.
  await choose(page, "Paint stickers");
  await net_sticker(page, "U1").waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const key of ["Shift+u", "Shift+r", "Shift+u", "Shift+r"]) await page.keyboard.press(key);
  await until(() => page.locator(".paint-net .sticker").evaluateAll((stickers) => stickers
    .every((sticker) => /^(.)\d+: \1$/.test(sticker.getAttribute("aria-label") ?? ""))), "the cube is solved");
  const solved = /position=U{9}R{9}/;
  await until(() => solved.test(page.url()), "the address follows");
  await page.keyboard.press("Backspace");
  await page.waitForTimeout(400);  // longer than the address takes to follow
  assert.match(page.url(), solved);
});

page_test("a solution that is chosen with the keyboard keeps the focus", {}, async (page, origin) => {
  await open(page, origin, "puzzle=2x2x2&position=R+U&number=3");
  await solve_button(page).click();
  const items = page.getByRole("list", { name: "Solutions" }).getByRole("listitem");
  await until(async () => await items.count() === 3 && await solve_button(page).isEnabled(), "there are three solutions");
  const third = items.nth(2).getByRole("button", { name: /moves/ });
  await third.focus();
  await page.keyboard.press("Enter");
  await until(async () => await third.getAttribute("aria-pressed") === "true", "it is played");
  assert.ok(await third.evaluate((button) => button === document.activeElement));
});

const RINGS = `Name rings
Set BEADS 5 1
Solved
BEADS
1 2 3 4 5
End
Move A
BEADS
2 3 1 4 5
End
Move C
BEADS
1 2 4 5 3
End
`;

page_test("a definition file is dropped", { expected_errors: [REFUSED] }, async (page, origin) => {
  await open(page, origin);
  await drop_file(page, "rings.tws", RINGS);
  await page.getByRole("button", { name: /Puzzle: rings.tws/ }).waitFor();
  await position_box(page).fill("A C A");
  await has_text(verdict(page), /can be solved/);
  await solve_button(page).click();
  await shown_solution(page, 3);
  await screenshot(page, "a puzzle out of a file");
  // A reload keeps it: it is in the link.
  await page.reload();
  await page.getByRole("button", { name: /Puzzle: rings.tws/ }).waitFor();
  // One that is none says where.
  await drop_file(page, "broken.tws", RINGS.replace("Move C", "Mve C"));
  await has_text(page.getByRole("alert").filter({ hasText: "line" }), /line 11/);
});

/** Opens the list of puzzles by its key: one press is enough. @param {Page} page */
async function press_slash(page) {
  await page.keyboard.press("/");
  await puzzle_search(page).waitFor({ timeout: 5000 });
}

page_test("a key is heard right after a dialog has closed", {}, async (page, origin) => {
  await open(page, origin);
  await press_slash(page);
  // In one go, so that the browser draws nothing in between and the focus is still in the closed dialog.
  const heard = await page.evaluate(() => {
    const dialog = document.querySelector("dialog[open]");
    dialog?.close();
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
    return dialog?.open;
  });
  assert.ok(heard, "the list of puzzles is open again");
});

page_test("keys are enough", {}, async (page, origin) => {
  await open(page, origin);
  await press_slash(page);
  await page.keyboard.type("pyraminx");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /Puzzle: pyraminx/ }).waitFor();
  await has_text(verdict(page), /Solved/);
  await press_slash(page);
  await page.keyboard.type("3x3x3");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /Puzzle: 3x3x3/ }).waitFor();
  await has_text(verdict(page), /Solved/);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("r");
  await page.keyboard.press("Shift+u");
  await page.keyboard.press("f");
  await page.keyboard.press("Backspace");
  await until(async () => await position_box(page).inputValue() === "R U'", "letters turn");
  await has_text(verdict(page), /can be solved/);
  await page.keyboard.press("Control+Enter");
  await shown_solution(page, 2);
  await has_text(page.locator("output.count"), /^0 \/ 2$/);
  await page.keyboard.press("End");
  await has_text(page.locator("output.count"), /^2 \/ 2$/);
  await page.keyboard.press("Home");
  await has_text(page.locator("output.count"), /^0 \/ 2$/);
  // All that can be used is reached with Tab, and the focus comes round again.
  const reached = new Set();
  for (let i = 0; i < 150; ++i) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.tagName} ${element?.getAttribute("aria-label") ?? element?.textContent?.trim().slice(0, 30) ?? ""}`;
    }));
  }
  for (const wanted of [/Puzzle: 3x3x3/, /Copy link/, /Solve/, /Random/, /Explore/, /Play/]) {
    assert.ok([...reached].some((name) => wanted.test(name)), `${wanted} among ${[...reached].join("; ")}`);
  }
});

page_test("distances of a small puzzle are counted and drawn", {}, async (page, origin) => {
  await open(page, origin, "puzzle=2x2x2&tab=explore");
  await has_text(page.locator("#explore .figures"), /3[^0-9]?674[^0-9]?160/);
  await page.getByRole("button", { name: "Count distances" }).click();
  await has_text(page.locator("#explore .outcome").first(), /none is farther than 11 moves/);
  assert.ok(await page.locator("#explore .chart-box svg").isVisible());
  await page.getByRole("button", { name: "Count sequences" }).click();
  await has_text(page.locator("#explore"), /Branching factor/);
});

page_test("the phases of a puzzle are shown", {}, async (page, origin) => {
  await open(page, origin, "puzzle=2x2x3&tab=explore");
  const card = page.getByRole("region", { name: "Phases" });
  await card.getByRole("button", { name: "Show the phases" }).click();
  await has_text(card.locator("tbody"), /U F2 R2 D B2 L2.*place CORNERS,EDGES.*980[^0-9]?000.*9\.75.*14/);
  await has_text(card.locator(".outcome"), /About 10 moves/);
});

page_test("a table is built and deleted", {}, async (page, origin) => {
  await open(page, origin, "tab=tables");
  await page.getByRole("button", { name: "Build cube3-optimal-37mb-htm" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Build" }).click();
  const remove = page.getByRole("button", { name: "Delete cube3-optimal-37mb-htm" });
  await remove.waitFor({ timeout: 90_000 });
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Build cube3-optimal-37mb-htm" }).waitFor();
});

page_test("without WebGL the page draws itself and says so", { browser: ["--disable-3d-apis"] }, async (page, origin) => {
  await open(page, origin, "position=R+U");
  await has_text(page.locator(".view-note"), /no WebGL|no 3D player/);
  assert.ok(await page.locator(".space svg").isVisible());
});

page_test("with WebGL the 3D player is shown", {}, async (page, origin) => {
  const status = await (await page.request.get(`${origin}/v1/status`)).json();
  await open(page, origin, "position=R+U");
  if (!status.player) {
    await has_text(page.locator(".view-note"), /no 3D player/);
    return;
  }
  await page.locator("twisty-player").waitFor();
  assert.equal(await page.locator(".view-note").textContent(), "");
  // It draws something: not all of its pixels are alike.
  await until(async () => {
    const picture = await page.locator("twisty-player").screenshot();
    return new Set(picture).size > 100;
  }, "the player draws");
});

page_test("many turns do not take the drawing away from the 3D player", {}, async (page, origin) => {
  const status = await (await page.request.get(`${origin}/v1/status`)).json();
  if (!status.player) return;
  /** @type {string[]} */
  const lost = [];
  page.on("console", (message) => {
    if (/WebGL contexts|Context Lost/.test(message.text())) lost.push(message.text());
  });
  await open(page, origin);
  await page.locator("twisty-player").waitFor();
  // A browser has sixteen such contexts at once.
  for (let turns = 1; turns <= 20; ++turns) {
    await page.keyboard.press("rufdlb"[turns % 6]);
    await has_text(page.locator("output.count"), new RegExp(` / ${turns}$`));
  }
  assert.deepEqual(lost, []);
});

page_test("a server that asks for a token takes it from the link", { expected_errors: [/status of 401/] },
  async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "gyre-token-"));
    try {
      writeFileSync(join(folder, "token"), "a-token-for-the-test\n");
      const origin = await start_server(["--token-file", join(folder, "token")]);
      await page.goto(`${origin}/`);
      await has_text(page.locator("#fault"), /token/);
      // Into the address bar of this page: only what is behind the # changes.
      await page.goto(`${origin}/#token=a-token-for-the-test`);
      await has_text(verdict(page), /Solved/);
      assert.ok(await page.locator("#fault").isHidden());
      assert.ok(!page.url().includes("token"), "the token does not stay in the address");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

page_test("clients of the twsearch server are served", {}, async (page, origin) => {
  const status = await (await page.request.get(`${origin}/v1/status`)).json();
  if (!status.player) return;
  await page.goto(`${origin}/`);
  const answers = await page.evaluate(async () => {
    const { puzzles } = await import(`${location.origin}/player/player.js`);
    /** @type {Record<string, string>} */
    const out = {};
    for (const [name, alg] of [["2x2x2", "U R F"], ["pyraminx", "U L"], ["megaminx", "R U"], ["clock", "UR1+ UL2-"]]) {
      const kpuzzle = await puzzles[name].kpuzzle();
      const pattern = kpuzzle.defaultPattern().applyAlg(alg);
      const answer = await fetch("/v0/solve/pattern", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ definition: kpuzzle.definition, pattern: pattern.patternData,
          startPattern: kpuzzle.defaultPattern(), searchArgs: { checkBeforeSolve: "always", minDepth: null,
            // The package cannot itself play some of the rotations that it lists.
            generatorMoves: Object.keys(kpuzzle.definition.moves).filter((move) => !move.endsWith("v")) } }),
      });
      if (!answer.ok) out[name] = await answer.text();
      else out[name] = pattern.applyAlg((await answer.json()).alg).isIdentical(kpuzzle.defaultPattern()) ? "solved" : "wrong";
    }
    return out;
  });
  assert.deepEqual(answers, { "2x2x2": "solved", pyraminx: "solved", megaminx: "solved", clock: "solved" });
});

// ---------------------------------------------------------------------- looks and names

for (const [size_name, size] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  for (const dark of [false, true]) {
    page_test(`every part on a ${size_name}, ${dark ? "dark" : "light"}`, { size, dark, touch: size === PHONE }, async (page, origin) => {
      for (const tab of ["solve", "explore", "batch", "tables"]) {
        await open(page, origin, `tab=${tab}&position=R+U+R'+U'&batch=R+U%0AF2+D`);
        await page.waitForTimeout(500);  // what loads late belongs to the picture
        await screenshot(page, `${tab} ${size_name} ${dark ? "dark" : "light"}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${tab} is ${wide} pixels too wide`);
      }
    });
  }
}
