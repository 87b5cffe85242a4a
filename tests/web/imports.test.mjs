// The folders of the page stand in layers, modules and styles alike. Types are imported in comments,
// which no browser reads, so that only this test notices when such a path is wrong.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../web", import.meta.url));

// A folder may use itself and what is before its row; those of one row do not know each other.
const LAYERS = [
  ["shared"],
  ["puzzle"],
  ["jobs", "stage"],
  ["solve", "explore", "batch", "tables"],
  ["."],
];

const layer_of = (folder) => LAYERS.findIndex((row) => row.includes(folder));

const modules = readdirSync(WEB, { recursive: true }).filter(
  (path) => path.endsWith(".js") && !path.startsWith("bundle"),
);

test("every folder of the page has its layer", () => {
  const found = new Set(modules.map((path) => dirname(path)));
  assert.deepEqual([...found].sort(), LAYERS.flat().sort());
});

test("modules and types are imported from files that are there, and only downwards", () => {
  let imports = 0;
  for (const module of modules) {
    const text = readFileSync(join(WEB, module), "utf8");
    for (const [, path] of text.matchAll(/(?:from |import\()"([^"]+)"/g)) {
      const file = join(WEB, dirname(module), path);
      const from = dirname(module);
      const to = dirname(relative(WEB, file));
      assert.ok(existsSync(file), `${module} imports ${path}, which is not there`);
      assert.ok(from === to || layer_of(to) < layer_of(from), `${module} imports ${path}`);
      ++imports;
    }
  }
  assert.ok(imports > modules.length, "the imports were found");
});

test("every stylesheet is linked, and those that others build on come first", () => {
  const html = readFileSync(join(WEB, "index.html"), "utf8");
  const linked = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path);
  const found = readdirSync(WEB, { recursive: true }).filter((path) => path.endsWith(".css"));
  assert.deepEqual(linked.toSorted(), found.toSorted());
  // The page's own comes first of all: it holds the colours and the type.
  assert.equal(linked[0], "style.css");
  const layers = linked.slice(1).map((path) => layer_of(dirname(path)));
  assert.deepEqual(
    layers,
    layers.toSorted((a, b) => a - b),
  );
});
