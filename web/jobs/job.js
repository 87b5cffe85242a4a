// One job of the server as the page shows it: what is being done, how far it has come, what is left,
// with buttons to stop, pause and go on, and the command line that does the same. What the results
// mean is decided by whoever starts it.

import { ApiError, connection, get, job_events, post } from "../shared/api.js";
import { command_line, fill, h, icon, toast } from "../shared/dom.js";
import { time_text } from "../shared/format.js";
import { JobFigures } from "./job-figures.js";

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
    this.runs = 0;
    this.figures = new JobFigures();
    /** @type {number | null} of the step that runs, 0 to 1; null: nobody knows */
    this.share = null;
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
    const dropped = this.drop();
    const run = this.runs;
    await dropped;
    // While the server was told to stop the old one, another was started or this one dropped.
    if (run !== this.runs) return null;
    const abort = new AbortController();
    this.abort = abort;
    this.ended = false;
    this.started = performance.now();
    this.figures = new JobFigures();
    this.doing = "";
    this.element.hidden = false;
    this.error.hidden = true;
    this.notes.replaceChildren();
    this.command.replaceChildren();
    this.share = null;
    this.#state("waiting", this.words.start);
    this.#stats();
    /** @type {any} */
    let job;
    try {
      job = await post("/v1/jobs", request, abort.signal);
    } catch (fault) {
      if (!abort.signal.aborted) this.#failed(/** @type {Error} */ (fault));
      return null;
    }
    if (abort.signal.aborted) {
      post(`/v1/jobs/${job.id}/cancel`).catch(() => {});
      return null;
    }
    this.job = job;
    fill(this.command, command_line(job.command));
    this.#state(job.state);
    const memory = setInterval(() => this.#refresh(), MEMORY_EVERY_MS);
    /** @type {any} */
    let ended = null;
    try {
      await job_events(
        job.id,
        (event, data) => {
          if (abort.signal.aborted) return;
          this.#event(event, data);
          listeners[event]?.(data);
          if (event === "end") ended = data;
        },
        abort.signal,
      );
    } catch (fault) {
      abort.abort();
      this.#failed(/** @type {Error} */ (fault));
    } finally {
      clearInterval(memory);
    }
    return ended;
  }

  /** Stops what runs, if anything does, and waits for nothing more of it. */
  async drop() {
    const { job, ended } = this;
    ++this.runs;
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
    const { runs } = this;
    try {
      const job = await post(`/v1/jobs/${this.job.id}/${what}`);
      if (!this.ended && runs === this.runs) this.#state(job.state);
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 409) toast(fault.message);
      else this.#note(/** @type {Error} */ (fault).message);
    }
  }

  async #refresh() {
    if (!this.job || this.ended) return;
    const { runs } = this;
    try {
      const job = await get(`/v1/jobs/${this.job.id}`);
      if (this.ended || runs !== this.runs) return;
      this.figures.take_cost(job);
      this.#stats();
    } catch {
      // The events say when it has ended, and the banner when the server is away.
    }
  }

  /** @param {string} event @param {any} data */
  #event(event, data) {
    this.figures.take(event, data);
    if (event === "state") {
      this.#state(data.state);
    } else if (event === "note") {
      this.#note(data.text);
    } else if (event === "progress") {
      const over = data.done >= data.total;
      this.share = data.total && !over ? data.done / data.total : null;
      this.doing = data.detail ? `${data.what}: ${data.detail}` : data.what;
      this.#bar();
      this.#title();
    } else if (event === "length") {
      // What was made for the search (a table) is no longer what is done.
      if (!this.doing?.startsWith("length ")) this.doing = "";
      this.share = null;
      this.#bar();
      this.#title();
    } else if (event === "end") {
      this.ended = true;
      this.job = data;
      this.share = null;
      this.#state(data.state);
      if (data.state === "failed")
        this.#failed(new Error(data.error?.message ?? "The job failed."));
    }
    this.#stats();
  }

  #bar() {
    const { share } = this;
    const live = !this.ended && ["waiting", "running", "paused"].includes(this.state ?? "");
    this.bar.hidden = !live;
    this.bar.classList.toggle("moving", live && this.state !== "paused" && share === null);
    this.bar.firstElementChild.style.width = share === null ? "" : `${(100 * share).toFixed(1)}%`;
    if (share === null) this.bar.removeAttribute("aria-valuenow");
    else this.bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
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
    this.#bar();
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
    this.figures.take("end", {});
    this.error.hidden = false;
    fill(this.error, icon("warn"), h("span", { text: fault.message }));
    this.#state("failed");
    this.#stats();
  }

  #stats() {
    fill(
      this.stats,
      this.figures
        .list()
        .map(([name, text]) => h("div", {}, h("dt", { text: name }), h("dd", { text }))),
    );
  }
}
