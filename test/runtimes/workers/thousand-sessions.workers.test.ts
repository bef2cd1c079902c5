import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { RunState } from "../../../runtimes/workers/index.ts";
import { objectLife } from "../../support/object-life.ts";
import { home, post } from "./chat.ts";

const SESSIONS = 1000;
const TURNS = 3;

it(`${SESSIONS} sessions at once, ${TURNS} turns each: nothing is lost, and nothing crosses`, {
  timeout: 180_000,
}, async () => {
  const started = performance.now();
  const talks = await Promise.all(Array.from({ length: SESSIONS }, (_, session) => talk(session)));
  const seconds = (performance.now() - started) / 1000;
  for (const [session, { texts, messages, calls }] of talks.entries()) {
    const orders = Array.from({ length: TURNS }, (_, turn) => `say ${session}.${turn}`);
    expect(texts).toEqual(orders.map((_, turn) => `You said: ${orders.slice(0, turn + 1).join(", ")}`));
    expect(messages).toEqual(orders.flatMap((order, turn) => [order, texts[turn]]));
    expect(calls).toBe(TURNS);
  }
  console.log(
    `${SESSIONS} sessions, ${TURNS} turns each: ${seconds.toFixed(1)} s, ${Math.round((SESSIONS * TURNS) / seconds)} turns a second`,
  );
});

interface Talk {
  readonly texts: readonly (string | undefined)[];
  readonly messages: readonly string[];
  /** How often the model was asked. */
  readonly calls: number;
}

async function talk(session: number): Promise<Talk> {
  const name = `one of a thousand: ${session}`;
  const chat = env.TEST_CHAT.getByName(name);
  const texts: (string | undefined)[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const response = await post(chat, { input: `say ${session}.${turn}` });
    texts.push((await response.json<RunState>()).text);
  }
  const response = await chat.fetch(`${home}/messages`);
  const { messages } = await response.json<{ messages: { content: string }[] }>();
  const calls = [...objectLife(name).effects.values()].reduce((sum, times) => sum + times, 0);
  return { texts, messages: messages.map(({ content }) => content), calls };
}
