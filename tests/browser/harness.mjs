// What every browser test has: one gyre serve with empty tables, Chromium, and a page that is
// watched. A test fails on an error in the console, an exception in the page, and any request that
// does not go to the server, whatever else it checks. Decides nothing about the page itself.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";

const PROGRAM = process.env.GYRE_PROGRAM;
const CHROMIUM = process.env.GYRE_CHROMIUM ?? "/usr/bin/chromium";
/** Where screenshots go; none are made without it. */
const SCREENSHOTS = process.env.GYRE_SCREENSHOTS ?? "";

/** How many times slower the page runs, to find what only goes well on a fast machine. */
const SLOWER = Number(process.env.GYRE_SLOWER ?? 1);

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// The browser must not speak to anybody by itself, and leave nothing behind.
const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // WebGL in software, for the 3D player.
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
];

const folder = mkdtempSync(join(tmpdir(), "gyre-browser-"));
/** @type {{process: import("node:child_process").ChildProcess, origin: string}[]} */
const servers = [];
/** @type {Map<string, Promise<import("playwright-core").Browser>>} */
const browsers = new Map();

/** Starts a server of its own. @param {string[]} options @returns {Promise<string>} its origin */
export async function start_server(options = []) {
  if (!PROGRAM) throw new Error("GYRE_PROGRAM must name the program gyre");
  const cache = mkdtempSync(join(folder, "cache-"));
  const child = spawn(PROGRAM, ["serve", "--port", "0", ...options], {
    env: { ...process.env, GYRE_CACHE: cache }, stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const address = text.match(/http:\/\/[0-9.]+:\d+/);
      if (address) resolve(address[0]);
    });
    child.on("exit", (code) => reject(new Error(`gyre serve ended with status ${code}: ${text}`)));
    child.on("error", reject);
  });
  servers.push({ process: child, origin });
  return origin;
}

/** @type {Promise<string> | null} */
let common_server = null;

/** The server that tests share. @returns {Promise<string>} */
export function server_origin() {
  common_server ??= start_server();
  return common_server;
}

/** @param {string[]} extra */
function browser_with(extra) {
  const key = extra.join(" ");
  if (!browsers.has(key)) {
    browsers.set(key, chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...extra] }));
  }
  return /** @type {Promise<import("playwright-core").Browser>} */ (browsers.get(key));
}

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  for (const server of servers) {
    const ended = new Promise((resolve) => server.process.on("exit", resolve));
    server.process.kill("SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A picture of the page as it is, if pictures are wanted. @param {import("playwright-core").Page} page @param {string} name */
export async function screenshot(page, name) {
  if (SCREENSHOTS === "") return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name.replace(/[^A-Za-z0-9-]+/g, "-")}.png`) });
}

/**
 * @typedef {object} Setting
 * @property {{width: number, height: number}} [size]
 * @property {boolean} [dark]
 * @property {boolean} [touch]
 * @property {string[]} [browser]  further arguments of Chromium
 * @property {RegExp[]} [expected_errors]  in the console: a test that provokes an answer of 400 or
 *   more sees the browser's own line about it
 */

/**
 * A test with a new, empty profile and a page that is watched.
 * @param {string} name
 * @param {Setting} setting
 * @param {(page: import("playwright-core").Page, origin: string) => Promise<void>} body
 */
export function page_test(name, setting, body) {
  test(name, { timeout: 120_000 }, async () => {
    const origin = await server_origin();
    const browser = await browser_with(setting.browser ?? []);
    const context = await browser.newContext({
      viewport: setting.size ?? DESKTOP, colorScheme: setting.dark ? "dark" : "light",
      hasTouch: setting.touch ?? false, permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    if (SLOWER > 1) {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    }
    /** @type {string[]} */
    const faults = [];
    const expected = setting.expected_errors ?? [];
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = `${message.text()} (${message.location().url})`;
      if (!expected.some((pattern) => pattern.test(text))) faults.push(`console: ${text}`);
    });
    page.on("pageerror", (error) => faults.push(`exception: ${error.stack ?? error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      const stays = servers.some((server) => url.startsWith(`${server.origin}/`)) || /^(data|blob|about):/.test(url);
      if (!stays) faults.push(`a request to ${url}`);
    });
    try {
      await body(page, origin);
      await screenshot(page, name);
    } catch (error) {
      await screenshot(page, `${name} failed`);
      if (faults.length > 0) error.message += `\nand the page had faults:\n${faults.join("\n")}`;
      throw error;
    } finally {
      await context.close();
    }
    if (faults.length > 0) throw new Error(`the page had faults:\n${faults.join("\n")}`);
  });
}
