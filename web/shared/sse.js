// Reads server-sent events out of pieces of text as they come. fetch() is used instead of
// EventSource because only fetch can send the token's header.

/** @typedef {{id: string, event: string, data: string}} ServerEvent */

export class EventParser {
  #rest = "";
  #id = "";
  #event = "";
  /** @type {string[]} */
  #data = [];

  /** @param {string} text @returns {ServerEvent[]} the events that this piece completes */
  feed(text) {
    this.#rest += text;
    /** @type {ServerEvent[]} */
    const events = [];
    for (;;) {
      const end = this.#rest.search(/[\r\n]/);
      if (end < 0) break;
      // A carriage return at the very end may be half of "\r\n": wait for the rest.
      if (this.#rest[end] === "\r" && end + 1 === this.#rest.length) break;
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + (this.#rest.startsWith("\r\n", end) ? 2 : 1));
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }

  /** @param {string} line @returns {ServerEvent | null} */
  #line(line) {
    if (line === "") {
      const event = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
      const complete = this.#data.length > 0;
      this.#event = "";
      this.#data = [];
      return complete ? event : null;
    }
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") this.#id = value;
    if (field === "event") this.#event = value;
    if (field === "data") this.#data.push(value);
    return null;
  }
}
