import assert from "node:assert/strict";
import { test } from "node:test";

import { EventParser } from "../../../web/shared/sse.js";

const TEXT =
  'id: 1\nevent: state\ndata: {"state":"running"}\n\n: still here\n\nid: 2\r\nevent: note\r\ndata: two\r\ndata: lines\r\n\r\ndata:bare\n\n';
const EVENTS = [
  { id: "1", event: "state", data: '{"state":"running"}' },
  { id: "2", event: "note", data: "two\nlines" },
  { id: "2", event: "message", data: "bare" },
];

test("events come out of a whole text", () => {
  assert.deepEqual(new EventParser().feed(TEXT), EVENTS);
});

test("events come out the same however the text is cut", () => {
  for (let size = 1; size < 9; ++size) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < TEXT.length; at += size)
      events.push(...parser.feed(TEXT.slice(at, at + size)));
    assert.deepEqual(events, EVENTS, `pieces of ${size}`);
  }
});

test("an event without data is none", () => {
  assert.deepEqual(new EventParser().feed("id: 3\nevent: state\n\n"), []);
});
