import { type ChildProcess, fork } from "node:child_process";
import type { Measure, Sample } from "./measure.ts";

/** What is sent to a worker: take a sample. */
export type Request = "sample";

/** What a worker sends: whether it can do the work at all, a sample, or why it cannot go on. */
export type Report = { readonly ready: boolean } | { readonly sample: Sample } | { readonly failure: string };

/** How long a worker may take to answer, in milliseconds. */
const PATIENCE = 120_000;

/** One process with one contender and one measure. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #errors = "";

  constructor(contenderName: string, measure: Measure) {
    this.#child = fork(new URL("worker.ts", import.meta.url), [contenderName, measure.name], {
      execArgv: [...(measure.nodeOptions ?? [])],
      // Structured clones keep an infinite value; JSON would not.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, NODE_ENV: "production", OPENAI_API_KEY: "key" },
    });
    this.#child.stderr?.on("data", (text: Buffer) => {
      this.#errors = (this.#errors + text).slice(-2000);
    });
  }

  /** Waits until the worker is set up; `false` where the contender has no such work. */
  async isReady(): Promise<boolean> {
    const report = await this.#next();
    return "ready" in report && report.ready;
  }

  async sample(): Promise<Sample> {
    const request: Request = "sample";
    this.#child.send(request);
    const report = await this.#next();
    if ("sample" in report) return report.sample;
    throw new Error("The worker did not answer with a sample.");
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }

  #next(): Promise<Report> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => settle(() => reject(new Error("It took more than two minutes."))),
        PATIENCE,
      );
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        this.#child.off("message", onMessage);
        this.#child.off("exit", onExit);
        finish();
      };
      const onMessage = (report: Report): void =>
        settle(() => ("failure" in report ? reject(new Error(report.failure)) : resolve(report)));
      const onExit = (): void => settle(() => reject(new Error(`The process ended. ${this.#errors}`)));
      this.#child.on("message", onMessage);
      this.#child.on("exit", onExit);
    });
  }
}
