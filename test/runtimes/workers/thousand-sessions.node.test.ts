import { readdirSync, readFileSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorkerd } from "../../support/workerd.ts";

const SESSIONS = 1000;
const TURNS = 3;

// workerd takes about 300 kB for an object that does nothing, and 330 kB for one that
// writes a few rows: the memory that is printed is for the most part its own.
// Every session is an object of its own. The model repeats what its session said so far, so that a turn that is lost or that
// crosses is seen in the answer.
const worker = `
import { agentObject } from "./runtimes/workers/index.ts";
import { agent } from "./src/agent/agent.ts";

const model = {
  name: "echo",
  provider: "test",
  complete: () => Promise.reject(new Error("not used")),
  async *stream(messages) {
    const said = messages.filter(({ role }) => role === "user").map(({ content }) => content);
    yield { type: "delta", content: said.join(", ") };
    yield { type: "done", finishReason: "stop", usage: { input: 10, output: 5, total: 15 } };
  },
};
export const Chat = agentObject(agent({ model }));

async function talk(chat, session, turns) {
  const answers = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const response = await chat.fetch("https://chat/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ input: session + "." + turn }),
    });
    const { status, text } = await response.json();
    answers.push(status + " " + text);
  }
  const { messages } = await (await chat.fetch("https://chat/messages")).json();
  return { answers, messages: messages.map(({ content }) => content) };
}

export default {
  async fetch(request, env) {
    const { sessions, turns } = await request.json();
    const talks = Array.from({ length: sessions }, (_, session) =>
      talk(env.CHAT.getByName("session " + session), session, turns));
    return Response.json(await Promise.all(talks));
  },
};`;

let miniflare: Miniflare;
let workerd: number | undefined;

beforeAll(async () => {
  const before = childrenNamed("workerd");
  miniflare = await startWorkerd(worker, { objects: { CHAT: "Chat" } });
  workerd = childrenNamed("workerd").find((child) => !before.includes(child));
}, 30_000);

afterAll(() => miniflare.dispose());

it(`${SESSIONS} sessions of one namespace at once, ${TURNS} turns each: nothing is lost, and nothing crosses`, {
  timeout: 300_000,
}, async () => {
  await talksOf(1, 1);
  const memory = [residentMegabytes()];
  const processorBefore = processorSeconds();
  const started = performance.now();
  const talks = await talksOf(SESSIONS, TURNS);
  const seconds = (performance.now() - started) / 1000;
  memory.push(residentMegabytes());
  const processor = processorSeconds() - processorBefore;
  expect(talks).toHaveLength(SESSIONS);
  for (const [session, { answers, messages }] of talks.entries()) {
    // The first one has had a turn before.
    const turns = Array.from({ length: TURNS }, (_, turn) => `${session}.${turn}`);
    const said = session === 0 ? ["0.0", ...turns] : turns;
    const answer = (count: number): string => said.slice(0, count).join(", ");
    const first = said.length - TURNS + 1;
    expect(answers).toEqual(turns.map((_, turn) => `completed ${answer(first + turn)}`));
    expect(messages).toEqual(said.flatMap((order, turn) => [order, answer(turn + 1)]));
  }
  const rate = Math.round((SESSIONS * TURNS) / seconds);
  const [least, most] = memory.map((megabytes) => megabytes ?? "?");
  console.log(
    `${SESSIONS} Durable Object sessions at once, ${TURNS} turns each: ${seconds.toFixed(1)} s (${rate} turns a second; ${processor.toFixed(1)} s of a processor), workerd from ${least} to ${most} MB`,
  );
});

interface Talk {
  readonly answers: readonly string[];
  readonly messages: readonly string[];
}

async function talksOf(sessions: number, turns: number): Promise<readonly Talk[]> {
  const body = JSON.stringify({ sessions, turns });
  const response = await miniflare.dispatchFetch("http://localhost/", { method: "POST", body });
  return (await response.json()) as readonly Talk[];
}

/** The processes of a name that this one has started. Only Linux tells. */
function childrenNamed(name: string): number[] {
  const processes = readFile("/proc/self/stat") === undefined ? [] : readdirSync("/proc").map(Number);
  return processes.filter((id) => {
    const stat = readFile(`/proc/${id}/stat`);
    const [, parent] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
    return stat?.includes(`(${name})`) && Number(parent) === process.pid;
  });
}

function residentMegabytes(): number | undefined {
  const kilobytes = readFile(`/proc/${workerd}/status`)?.match(/VmRSS:\s+(\d+)/)?.[1];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
}

/** What workerd has used of a processor, on a Linux that counts in hundredths as usual. */
function processorSeconds(): number {
  const stat = readFile(`/proc/${workerd}/stat`) ?? "";
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
