// One job of the server as the page shows it: what is being done, how far it has come, what is left,
// with buttons to stop, pause and go on, and the command line that does the same. What the results
// mean is decided by whoever starts it.

import { ApiError, connection, get, job_events, post } from "./api.js";
import { command_line, fill, h, icon, toast } from "./dom.js";
import { bytes_text, grouped, rough_count, time_range_text, time_text } from "./format.js";

/** @typedef {Record<string, (data: any) => void>} EventListeners */

const STATE_TEXT = /** @type {Record<string, string>} */ ({
  waiting: "Waiting",
  running: "Running",
  paused: "Paused",
  finished: "Done",
  cancelled: "Stopped",
  failed: "Failed",
});
const MEMORY_EVERY_MS = 2000;

export class JobView {
  /** @param {{start: string, label: string}} words what the status says before anything is known */
  constructor(words) {
    this.words = words;
    /** @type {any} */
    this.job = null;
    /** @type {AbortController | null} */
    this.abort = null;
    this.ended = true;
    this.title = h("p", { class: "job-title", role: "status", "aria-live": "polite" });
    this.bar = h(
      "div",
      { class: "bar", role: "progressbar", "aria-label": words.label },
      h("span"),
    );
    this.stats = h("dl", { class: "stats" });
    this.notes = h("ul", { class: "notes" });
    this.error = h("p", { class: "verdict", "data-kind": "bad", role: "alert", hidden: true });
    this.stop_button = h(
      "button",
      { type: "button", class: "soft", on: { click: () => this.ask("cancel") } },
      icon("stop"),
      "Stop",
    );
    this.pause_button = h("button", {
      type: "button",
      class: "soft",
      on: { click: () => this.ask(this.job?.state === "paused" ? "resume" : "pause") },
    });
    this.buttons = h("div", { class: "job-buttons" }, this.pause_button, this.stop_button);
    this.command = h("div");
    this.element = h(
      "div",
      { class: "job", hidden: true },
      h("div", { class: "job-head" }, this.title, this.buttons),
      this.bar,
      this.stats,
      this.error,
      this.notes,
      this.command,
    );
    connection.addEventListener("back", () => {
      if (!this.ended) this.#refresh();
    });
  }

  /**
   * Starts a job and follows it to its end.
   * @param {Record<string, unknown>} request @param {EventListeners} listeners
   * @returns {Promise<any>} the job as it ended; null if it could not be started or was replaced
   */
  async run(request, listeners = {}) {
    await this.drop();
    const abort = new AbortController();
    this.abort = abort;
    this.ended = false;
    this.started = performance.now();
    this.figures = /** @type {Record<string, string>} */ ({});
    this.doing = "";
    this.element.hidden = false;
    this.error.hidden = true;
    this.notes.replaceChildren();
    this.command.replaceChildren();
    this.#progress(null);
    this.#state("waiting", this.words.start);
    this.#stats();
    try {
      this.job = await post("/v1/jobs", request, abort.signal);
    } catch (fault) {
      if (!abort.signal.aborted) this.#failed(/** @type {Error} */ (fault));
      return null;
    }
    if (abort.signal.aborted) {
      post(`/v1/jobs/${this.job.id}/cancel`).catch(() => {});
      return null;
    }
    fill(this.command, command_line(this.job.command));
    this.#state(this.job.state);
    const memory = setInterval(() => this.#refresh(), MEMORY_EVERY_MS);
    /** @type {any} */
    let ended = null;
    try {
      await job_events(
        this.job.id,
        (event, data) => {
          if (abort.signal.aborted) return;
          this.#event(event, data);
          listeners[event]?.(data);
          if (event === "end") ended = data;
        },
        abort.signal,
      );
    } catch (fault) {
      this.#failed(/** @type {Error} */ (fault));
    } finally {
      clearInterval(memory);
    }
    return ended;
  }

  /** Stops what runs, if anything does, and waits for nothing more of it. */
  async drop() {
    const { job, ended } = this;
    this.abort?.abort();
    this.abort = null;
    this.ended = true;
    this.job = null;
    if (job && !ended) await post(`/v1/jobs/${job.id}/cancel`).catch(() => {});
  }

  get running() {
    return !this.ended;
  }

  /** @param {"cancel" | "pause" | "resume"} what */
  async ask(what) {
    if (!this.job || this.ended) return;
    try {
      const job = await post(`/v1/jobs/${this.job.id}/${what}`);
      if (!this.ended) this.#state(job.state);
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 409) toast(fault.message);
      else this.#note(/** @type {Error} */ (fault).message);
    }
  }

  async #refresh() {
    if (!this.job || this.ended) return;
    try {
      const job = await get(`/v1/jobs/${this.job.id}`);
      if (this.ended) return;
      this.figure("Memory", job.memory_bytes ? bytes_text(job.memory_bytes) : "");
      this.figure("Time", time_text(job.seconds));
    } catch {
      // The events say when it has ended, and the banner when the server is away.
    }
  }

  /** @param {string} event @param {any} data */
  #event(event, data) {
    if (event === "state") {
      this.#state(data.state);
      if (data.state === "waiting" && data.waiting_before > 0)
        this.figure("Before it", `${data.waiting_before} jobs`);
      else this.figure("Before it", "");
    } else if (event === "note") {
      this.#note(data.text);
    } else if (event === "progress") {
      this.#progress(data);
    } else if (event === "length") {
      this.figure("Depth", String(data.length));
      this.figure("Nodes", rough_count(data.nodes));
      if (data.rate) this.figure("Rate", `${rough_count(data.rate)}/s`);
      this.figure(
        "Next depth",
        data.next
          ? time_range_text(data.next.least_seconds, data.next.most_seconds)
          : "unknown yet",
      );
    } else if (event === "end") {
      this.ended = true;
      this.job = data;
      this.figure("Next depth", "");
      this.figure("Left", "");
      this.figure("Time", "");
      this.figure("Memory", "");
      this.#progress(null);
      this.#state(data.state);
      if (data.state === "failed")
        this.#failed(new Error(data.error?.message ?? "The job failed."));
    }
    this.#stats();
  }

  /** @param {any} progress */
  #progress(progress) {
    const part = progress?.total ? Math.min(1, progress.done / progress.total) : null;
    const running = !this.ended && this.job?.state !== "paused";
    this.bar.classList.toggle("moving", running && part === null);
    this.bar.hidden = this.ended;
    this.bar.firstElementChild.style.width = part === null ? "" : `${(100 * part).toFixed(1)}%`;
    if (part === null) this.bar.removeAttribute("aria-valuenow");
    else this.bar.setAttribute("aria-valuenow", String(Math.round(100 * part)));
    if (!progress) return;
    this.doing = progress.what;
    this.#title();
    if (progress.left_seconds !== null && progress.left_seconds !== undefined) {
      this.figure("Left", time_text(progress.left_seconds));
    } else if (!this.figures?.["Next depth"]) {
      this.figure("Left", "unknown yet");
    }
  }

  /** @param {string} state @param {string} [text] */
  #state(state, text) {
    this.state = state;
    if (this.job) this.job.state = state;
    const live = !this.ended && ["waiting", "running", "paused"].includes(state);
    this.element.dataset.state = state;
    this.buttons.hidden = !live;
    this.pause_button.hidden = state === "waiting";
    fill(
      this.pause_button,
      icon(state === "paused" ? "play" : "pause"),
      state === "paused" ? "Continue" : "Pause",
    );
    this.bar.classList.toggle("moving", live && state !== "paused");
    this.bar.hidden = !live;
    this.#title(text);
    this.element.dispatchEvent(new CustomEvent("state"));
  }

  /** @param {string} [text] */
  #title(text) {
    const spent =
      this.ended && this.job?.seconds !== undefined
        ? ` ${this.state === "finished" ? "in" : "after"} ${time_text(this.job.seconds)}`
        : "";
    const state = STATE_TEXT[this.state ?? "waiting"];
    const words =
      text ?? (this.state === "running" && this.doing ? this.doing : `${state}${spent}`);
    if (this.title.textContent !== words) this.title.textContent = words;
  }

  /** @param {string} text */
  #note(text) {
    this.notes.append(h("li", { text }));
  }

  /** @param {Error} fault */
  #failed(fault) {
    this.ended = true;
    this.error.hidden = false;
    fill(this.error, icon("warn"), h("span", { text: fault.message }));
    this.#state("failed");
    this.#stats();
  }

  /** A number beside the others; "" takes it away. @param {string} name @param {string} value */
  figure(name, value) {
    if (!this.figures) return;
    if (value) this.figures[name] = value;
    else delete this.figures[name];
    this.#stats();
  }

  #stats() {
    const order = ["Depth", "Nodes", "Rate", "Next depth", "Left", "Memory", "Time", "Before it"];
    const known = this.figures ?? {};
    fill(
      this.stats,
      order
        .filter((name) => known[name])
        .map((name) => h("div", {}, h("dt", { text: name }), h("dd", { text: known[name] }))),
    );
  }
}

/** @param {string | number} value */
export const exact = (value) => grouped(String(value));
