// Runs the browser tests: GYRE_PROGRAM=.../gyre node run.mjs [FILE.test.mjs...]. Their names can be
// chosen with node --test-name-pattern=WORDS run.mjs. GYRE_SCREENSHOTS=FOLDER keeps a picture of
// each, and GYRE_SLOWER=6 runs the page six times slower.
import { readdirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
for (const file of files.sort()) await import(new URL(file, here).href);
