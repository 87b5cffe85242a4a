import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_STATE, decode_state, encode_state } from "../../../web/shared/link.js";

test("the usual state is an empty link", async () => {
  assert.equal(await encode_state({ ...DEFAULT_STATE }), "");
  assert.deepEqual((await decode_state("")).state, { ...DEFAULT_STATE });
});

test("every field survives the way through a link", async () => {
  const state = {
    tab: "batch",
    puzzle: "megaminx",
    definition: null,
    input: "paint",
    position: "R U' (F2 L)3 // note",
    engine: "optimal",
    metric: "qtm",
    moves: "U,R2",
    number: 7,
    all: true,
    seconds: 2.5,
    max_length: 20,
    ignore: ["UF", "CORNERS:1"],
    alg: "F' U",
    at: 1,
    view: "net",
    batch: "R U\nF' & #x=+ü\n",
  };
  for (const key of Object.keys(DEFAULT_STATE)) {
    if (key !== "definition") assert.notDeepEqual(state[key], DEFAULT_STATE[key], key);
  }
  const link = await encode_state(state);
  assert.deepEqual((await decode_state(`#${link}`)).state, state);
  assert.match(link, /puzzle=megaminx/);
  assert.match(link, /moves=U,R2/);
});

test("a long definition is compressed and comes back the same", async () => {
  const text = `Name long\n${"Set CORNERS 8 3\n".repeat(300)}End`;
  const state = { ...DEFAULT_STATE, puzzle: "", definition: { file: "my puzzle.tws", text } };
  const link = await encode_state(state);
  assert.ok(link.length < text.length / 10, `${link.length} characters`);
  assert.match(link, /^[\w.=&+%-]+$/);
  assert.deepEqual((await decode_state(link)).state, state);
});

test("a damaged or silly link gives the usual values", async () => {
  const { state } = await decode_state(
    "#tab=nowhere&metric=x&number=-3&seconds=soon&def.z=%%%&max=1e9&=&x&position=%E0%A4%A",
  );
  assert.deepEqual(state, { ...DEFAULT_STATE });
});

test("the token is handed out apart and is not part of the state", async () => {
  const { state, token } = await decode_state("#token=s3cret&position=R");
  assert.equal(token, "s3cret");
  assert.equal(await encode_state(state), "position=R");
});
