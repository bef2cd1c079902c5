import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/entries.ts";

const ISOLATES = 50;

/** Keeps the pins of all. */
const store = `export { HedgemageStore } from "./runtimes/workers/index.ts"; export default { fetch: () => new Response() };`;

/**
 * A Worker that refines a prompt. Its refiner is asked over the network, so that what is asked is counted outside. What it is
 * told to be: one of many, an object that dies while it compiles, or one whose signs of life do not reach the store.
 */
const member = `
import { DurableObject } from "cloudflare:workers";
import { durableObjectStore } from "./runtimes/workers/index.ts";
import { buildSystemPrompt } from "./src/prompt/build-system-prompt.ts";
import { promptStore } from "./src/prompt/prompt-store.ts";

const model = {
  name: "refiner",
  provider: "test",
  async complete(messages, { signal } = {}) {
    const response = await fetch("https://refiner/", { method: "POST", body: JSON.stringify(messages), signal });
    return { content: await response.text(), finishReason: "stop", usage: { input: 1, output: 1, total: 2 } };
  },
};

async function refine(env, task, store) {
  const refined = buildSystemPrompt(promptStore(), "Help {{name}} of " + task + ".").refined({ model, store });
  const { text, from, error, warnings } = await refined.tryRefine();
  return { text, from, error: error?.message, warnings };
}

/** One whose leases are written once and never renewed, as if the network were cut. */
function cutOff(inner) {
  let leases = 0;
  return {
    ...inner,
    async set(key, value, options) {
      if (key.endsWith("/lease") && ++leases > 1) throw new Error("The network is cut.");
      return inner.set(key, value, options);
    },
  };
}

export class Mortal extends DurableObject {
  async fetch(request) {
    const { task } = await request.json();
    const store = durableObjectStore(this.env.STORE);
    if (task.startsWith("kill ")) this.ctx.abort("a crash of the test");
    return Response.json(await refine(this.env, task, store));
  }
}

export default {
  async fetch(request, env) {
    const { as, task } = await request.clone().json();
    if (as === "mortal") return env.MORTAL.getByName("one").fetch(request);
    const store = durableObjectStore(env.STORE);
    return Response.json(await refine(env, task, as === "cut off" ? cutOff(store) : store));
  },
};`;

let miniflare: Miniflare;
/** How often the refiner was asked for each task, and what its first answers wait for. */
const asked: Record<string, number> = {};
const held: Record<string, Promise<unknown>> = { dying: new Promise(() => {}) };

beforeAll(async () => {
  const [storeCode, memberCode] = await Promise.all([store, member].map(bundled));
  const shared = { compatibilityDate: "2026-06-01", cf: false } as const;
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          ...shared,
          name: "store",
          modules: [{ type: "ESModule", path: "worker.mjs", contents: storeCode ?? "" }],
          durableObjects: { STORE: { className: "HedgemageStore", useSQLite: true } },
        },
        ...Array.from({ length: ISOLATES }, (_, index) => ({
          ...shared,
          name: `member-${index}`,
          modules: [{ type: "ESModule" as const, path: "worker.mjs", contents: memberCode ?? "" }],
          durableObjects: {
            STORE: { className: "HedgemageStore", scriptName: "store", useSQLite: true },
            MORTAL: { className: "Mortal", useSQLite: true },
          },
          // The types of Miniflare mean its own requests and responses; it takes the platform's.
          outboundService: (async (request: Request) => answer(await request.text())) as never,
        })),
      ],
    }),
  );
  await miniflare.ready;
}, 120_000);

afterAll(() => miniflare.dispose());

describe.concurrent(`${ISOLATES} isolates of workerd that share one Durable Object`, {
  timeout: 120_000,
}, () => {
  it("C22: compile a cold key once, and get the same text", async () => {
    const done = await Promise.all(
      Array.from({ length: ISOLATES }, (_, index) => ask(index, { as: "one of many", task: "cold" })),
    );
    expect(asked.cold).toBe(1);
    expect(done.map(({ error }) => error).filter(Boolean)).toEqual([]);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(["# Take I\n\nHelp {{name}} of cold."]));
    expect(done.filter(({ from }) => from === "model")).toHaveLength(1);
    expect(done.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it("C22: go on with one pin where the one that compiles dies", async () => {
    const dead = ask(0, { as: "mortal", task: "dying" }).catch(() => "dead");
    await until(() => asked.dying === 1);
    const others = Array.from({ length: 20 }, (_, index) =>
      ask(index + 1, { as: "one of many", task: "dying" }),
    );
    await ask(0, { as: "mortal", task: "kill it" }).catch(() => undefined);
    expect(await dead).toBe("dead");
    const done = await Promise.all(others);
    expect(asked.dying).toBe(2);
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set(["# Take II\n\nHelp {{name}} of dying."]));
  });

  it("C22: fence the one that comes too late", async () => {
    let release = (): void => {};
    held.late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = ask(30, { as: "cut off", task: "late" });
    await until(() => asked.late === 1);
    const done = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(index + 31, { as: "one of many", task: "late" })),
    );
    const expected = "# Take II\n\nHelp {{name}} of late.";
    expect(new Set(done.map(({ text }) => text))).toEqual(new Set([expected]));
    release();
    expect(await late).toMatchObject({ text: expected, from: "store" });
    expect(await ask(45, { as: "one of many", task: "late" })).toMatchObject({
      text: expected,
      from: "store",
    });
    expect(asked.late).toBe(2);
  });
});

interface Answer {
  readonly text?: string;
  readonly from?: string;
  readonly error?: string;
  readonly warnings: readonly string[];
}

async function ask(index: number, what: { readonly as: string; readonly task: string }): Promise<Answer> {
  const { fetch } = await miniflare.getWorker(`member-${index}`);
  const response = await fetch("https://member/", { method: "POST", body: JSON.stringify(what) });
  return (await response.json()) as Answer;
}

/** The refiner: each take differs. */
async function answer(body: string): Promise<Response> {
  const [, source = ""] = /<prompt-[^>]*>\\n(.*?)\\n<\/prompt-/.exec(body) ?? [];
  const [, task = ""] = / of (.*)\.$/.exec(source) ?? [];
  const take = (asked[task] ?? 0) + 1;
  asked[task] = take;
  if (take === 1) await held[task];
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return new Response(`# Take ${"I".repeat(take)}\n\n${source}`);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function bundled(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:workers"],
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
