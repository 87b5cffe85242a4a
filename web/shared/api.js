// Speaks to the server (docs/http.md): requests, the events of a job, and whether the server is
// there at all. What the answers mean is decided elsewhere.

import { EventParser } from "./sse.js";

/** What went wrong with a request, and where in the text it concerns. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {number} [line] @param {number} [column] */
  constructor(message, status, line, column) {
    super(message);
    this.status = status;
    this.line = line;
    this.column = column;
  }
}

/** Dispatches "away" when the server stops answering, and "back" when it answers again. */
export const connection = new EventTarget();
let away = false;

/** @type {string | null} */
let token = null;

// The token comes once with the link and stays with the tab, so that a copied link does not hold it.
/** @param {string | null} from_link */
export function use_token(from_link) {
  try {
    if (from_link) sessionStorage.setItem("gyre-token", from_link);
    token = from_link || sessionStorage.getItem("gyre-token");
  } catch {
    token = from_link || token;
  }
}

/** @param {Record<string, string>} [more] @returns {Record<string, string>} */
function headers(more = {}) {
  return token ? { Authorization: `Bearer ${token}`, ...more } : more;
}

function went_away() {
  if (away) return;
  away = true;
  connection.dispatchEvent(new Event("away"));
  let wait = 500;
  const ask = async () => {
    try {
      const answer = await fetch("/v1/status", { headers: headers() });
      if (answer.ok || answer.status === 401) {
        away = false;
        connection.dispatchEvent(new Event("back"));
        return;
      }
    } catch {
      // Still away.
    }
    wait = Math.min(wait * 1.5, 5000);
    setTimeout(ask, wait);
  };
  setTimeout(ask, wait);
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function request(method, path, body, signal) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      headers: headers(body === undefined ? {} : { "Content-Type": "application/json" }),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (fault) {
    if (signal?.aborted) throw fault;
    went_away();
    throw new ApiError("The server does not answer.", 0);
  }
  /** @type {any} */
  let content = null;
  try {
    content = await answer.json();
  } catch (fault) {
    if (signal?.aborted) throw fault;
    content = null;
  }
  if (answer.ok && content === null) {
    went_away();
    throw new ApiError("The answer of the server broke off.", 0);
  }
  if (!answer.ok) {
    const error = content?.error ?? {};
    const message = error.message ?? `The server answered ${answer.status}.`;
    throw new ApiError(message, answer.status, error.line, error.column);
  }
  return content;
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => request("GET", path, undefined, signal);
/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export const post = (path, body = {}, signal) => request("POST", path, body, signal);
/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls back for each event of a job until its end. If the connection breaks it goes on after the
 * last event that came; a job that the server no longer knows ends with an error.
 * @param {string} id @param {(event: string, data: any) => void} call @param {AbortSignal} signal
 */
export async function job_events(id, call, signal) {
  let last = "";
  let wait = 250;
  let ended = false;
  while (!signal.aborted) {
    let calling = false;
    try {
      const answer = await fetch(`/v1/jobs/${encodeURIComponent(id)}/events`, {
        signal,
        headers: headers(last ? { "Last-Event-ID": last } : {}),
      });
      if (answer.status === 404) throw new ApiError("The server no longer knows this job.", 404);
      if (answer.status === 401 || answer.status === 403)
        throw new ApiError(`The server answered ${answer.status}.`, answer.status);
      if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
      wait = 250;
      const parser = new EventParser();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        // After the last event the server closes the stream; it is read up to there, so that the
        // browser does not count it as broken off.
        const { done, value } = await reader.read();
        if (done) break;
        for (const event of parser.feed(value)) {
          last = event.id || last;
          const data = JSON.parse(event.data);
          // A large result is not in the event.
          if (event.event === "end" && data.result_at)
            data.result = await get(data.result_at, signal);
          calling = true;
          call(event.event, data);
          calling = false;
          ended ||= event.event === "end";
        }
      }
      if (ended) return;
    } catch (fault) {
      if (signal.aborted) return;
      if (ended && !calling) return;
      // A fault of who is called back is no fault of the connection: asking again would not mend it.
      if (calling || fault instanceof ApiError || fault instanceof SyntaxError) throw fault;
      went_away();
    }
    await sleep(wait);
    wait = Math.min(wait * 2, 4000);
  }
}
