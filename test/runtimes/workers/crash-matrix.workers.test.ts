import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, describe, expect, it } from "vitest";
import { objectStorageStore, type RunState } from "../../../runtimes/workers/index.ts";
import type { AgentSnapshot } from "../../../src/contracts/snapshot.ts";
import { from } from "../../../src/store/snapshot.ts";
import { beginApproval, finishApproval, settledApproval } from "../../support/crash-matrix/approval-life.ts";
import { expectApproved } from "../../support/crash-matrix/expect-approved.ts";
import type { ApprovalRun, KillPoint } from "../../support/crash-matrix/messages.ts";
import {
  expected,
  type ScenarioName,
  scenarioNames,
  tokensPerCall,
} from "../../support/durable-scenarios.ts";
import { objectLife } from "../../support/object-life.ts";
import { eventually, home, post } from "./chat.ts";

const modes = { "per-trip": env.DYING_CHAT_PER_TRIP, "per-call": env.DYING_CHAT_PER_CALL } as const;
type Mode = keyof typeof modes;

const seen = { kills: 0, resumed: 0, repeated: 0, miscounted: 0 };
afterAll(() => {
  console.log(
    `crash matrix, Durable Object: ${seen.kills} kills, ${seen.resumed} resumed to the same result, ${seen.repeated} settled calls repeated, ${seen.miscounted} usages miscounted`,
  );
});

describe.each(scenarioNames)("R13 R16: an agent %s whose object dies at a write", (scenario) => {
  it.each(Object.keys(modes) as Mode[])(
    "saved %s, is resumed to the same result, repeats no settled call, and counts its usage once",
    { timeout: 120_000 },
    async (mode) => {
      const writes = await writesOf(scenario, mode);
      expect(writes).toBeGreaterThan(5);
      const kills = Array.from({ length: writes }, (_, at) => [
        `${scenario}|${at}|before`,
        `${scenario}|${at}|after`,
      ]);
      for (const pair of kills) await Promise.all(pair.map((name) => dieAndResume(scenario, mode, name)));
    },
  );
});

describe("R13: an agent in an object whose call waits for a person", () => {
  it.each(["before decision", "after decision"] as const)(
    "takes the decision once, whichever write %s its object dies at",
    { timeout: 60_000 },
    async (dies) => {
      let kills = 0;
      for (let at = 0, isKilled = true; isKilled; at += 1) {
        for (const when of ["before write", "after write"] as const) {
          const run: ApprovalRun = { runId: `${dies}, ${when} ${at}`, mode: "per-trip", dies };
          isKilled = await dieAndDecide(run, { when, at });
          if (isKilled) kills += 1;
        }
      }
      expect(kills).toBeGreaterThanOrEqual(6);
      console.log(
        `crash matrix, approval pending, Durable Object: ${kills} kills, each decision applied once`,
      );
    },
  );
});

/** One object begins a run and dies; the next one, with the same storage, takes it up and decides. */
async function dieAndDecide(run: ApprovalRun, kill: KillPoint): Promise<boolean> {
  const { effects, effect } = objectLife(`approval ${run.runId}`);
  // A stub that failed once stays broken.
  const object = (): ReturnType<typeof env.TEST_OBJECT.getByName> =>
    env.TEST_OBJECT.getByName(`approval ${run.runId}`);
  const begin = runInDurableObject(object(), async (_, state) => {
    const die = async (): Promise<void> => {
      // What was confirmed is to be on the disk when the object dies.
      await state.storage.sync();
      state.abort("a crash of the test");
    };
    await beginApproval(objectStorageStore(state.storage), run, kill, effect, die);
  });
  const isKilled = await begin.then(
    () => false,
    () => true,
  );
  if (!isKilled) return false;
  const settled = await runInDurableObject(object(), (_, { storage }) =>
    settledApproval(objectStorageStore(storage), run),
  );
  const before = new Map(effects);
  const outcome = await runInDurableObject(object(), (_, { storage }) =>
    finishApproval(objectStorageStore(storage), run, effect),
  );
  expectApproved({ run, kill, settled, before }, outcome, effects);
  return true;
}

/** How many writes a run has that nobody kills. */
async function writesOf(scenario: ScenarioName, mode: Mode): Promise<number> {
  const name = `${scenario}|1000000|before`;
  const response = await post(modes[mode].getByName(name), { input: "Add.", runId: "run" });
  expect(await response.json()).toMatchObject({ text: expected[scenario].text });
  return objectLife(`${mode} ${name}`).writes();
}

async function dieAndResume(scenario: ScenarioName, mode: Mode, name: string): Promise<void> {
  // A stub that failed once stays broken.
  const chat = (): DurableObjectStub => modes[mode].getByName(name);
  const where = `${mode}|${name}`;
  const life = objectLife(`${mode} ${name}`);
  await post(chat(), { input: "Add.", runId: "run" }).catch(() => undefined);
  // How many writes the events make depends on how they gather.
  if (life.deaths === 0) return;
  seen.kills += 1;

  const { snapshot, record } = await leftIn(chat());
  const settled = record?.endedAt ? [...life.effects.keys()] : snapshot ? settledIn(snapshot) : [];
  const before = new Map(settled.map((effect) => [effect, life.effects.get(effect)]));
  const isWoken = await runDurableObjectAlarm(chat());
  if (record) expect(isWoken, where).toBe(true);
  else expect(life.effects.size, where).toBe(0);
  // A client that does not know what became of its message sends it again.
  const ended = await (await post(chat(), { input: "Add.", runId: "run" })).json<RunState>();

  const { text, trips, calls } = expected[scenario];
  expect(ended, where).toMatchObject({ status: "completed", text });
  seen.resumed += 1;
  const usage = { input: trips * tokensPerCall.input, output: trips * tokensPerCall.output };
  if (ended.usage?.input !== usage.input || ended.usage.output !== usage.output) seen.miscounted += 1;
  expect(ended.usage, where).toMatchObject(usage);
  for (const [effect, times] of before) {
    if (life.effects.get(effect) !== times) seen.repeated += 1;
    expect(life.effects.get(effect), `${where}: ${effect}`).toBe(times);
  }
  for (const [effect, times] of life.effects) expect(times, `${where}: ${effect}`).toBeLessThanOrEqual(2);

  const { messages } = await (await chat().fetch(`${home}/messages`)).json<{
    messages: { role: string }[];
  }>();
  expect(messages.length, where).toBe(1 + trips + calls.length);
  const events = await (await chat().fetch(`${home}/runs/run/events`)).text();
  const ids = [...events.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids, where).toEqual(ids.map((_, index) => index + 1));
  expect(events, where).toMatch(/^event: end\ndata: {"outcome":"completed"}$/m);
  expect(events.match(/^event: agent\.completed$/gm), where).toHaveLength(1);
  // Nothing is left to do, and nothing of the way there is kept.
  await eventually(async () => (await leftIn(chat())).alarm === null);
  const { runs, head } = await leftIn(chat());
  expect({ runs, head }, where).toEqual({
    runs: [],
    head: { open: [], ended: [], turns: 1, name: expect.any(String) },
  });
}

/** What is on the disk of an object. */
function leftIn(chat: DurableObjectStub) {
  return runInDurableObject(chat, async (_, { storage }) => {
    const store = objectStorageStore(storage);
    const runs = (await store.list("runs/")).keys.filter((key) => !key.startsWith("runs/ended/"));
    const head = (await store.get("session/head"))?.value;
    const record = (await store.get("session/run/run"))?.value as unknown as RunState | undefined;
    const snapshot = await from(store).load("run");
    return { runs, head, record, snapshot, alarm: await storage.getAlarm() };
  });
}

/** The effects that the saved run says are settled. */
function settledIn({ trips, toolCalls, answer, next }: AgentSnapshot): string[] {
  const models = trips.map((_, index) => `model ${index}`);
  const tools = toolCalls.map((call) => `add ${(call as { input: { value: number } }).input.value}`);
  return [...models, ...(answer ? [`model ${next.trip}`] : []), ...tools];
}
