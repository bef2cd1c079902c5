import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CheckpointRecord } from "../../src/contracts/checkpoint.ts";
import type { PendingInterrupt } from "../../src/contracts/interrupt.ts";
import { interrupt } from "../../src/human/index.ts";
import * as checkpoint from "../../src/store/checkpoint.ts";
import { startPostgres, startRedis, type TestServer } from "../support/servers.ts";

interface Home {
  readonly sessions: checkpoint.StoredCheckpoints;
  readonly interrupts: interrupt.StoredInterrupts;
}

describe.each([
  {
    name: "PostgreSQL",
    start: startPostgres,
    async connect(port: number) {
      const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
      const clients = [1, 2].map(() => new pg.Pool({ connectionString: url }));
      const homes = clients.map((client) => ({
        sessions: checkpoint.pg({ client }),
        interrupts: interrupt.pg({ client, table: "approvals" }),
      }));
      await clients[0]?.query(homes[0]?.sessions.schema() ?? "");
      await clients[0]?.query(homes[0]?.interrupts.schema() ?? "");
      return { homes, close: () => Promise.all(clients.map((client) => client.end())) };
    },
  },
  {
    name: "Redis",
    start: startRedis,
    async connect(port: number) {
      const clients = [1, 2].map(() => new Redis(port, "127.0.0.1"));
      const homes = clients.map((client) => ({
        sessions: checkpoint.redis({ client, ttl: 3600 }),
        interrupts: interrupt.redis({ client, prefix: "app:approvals" }),
      }));
      return { homes, close: async () => clients.map((client) => client.disconnect()) };
    },
  },
])("views on a $name server", ({ start, connect }) => {
  let server: TestServer | undefined;
  let homes: Home[] = [];
  let close: () => Promise<unknown> = async () => {};

  beforeAll(async () => {
    server = await start();
    if (server) ({ homes, close } = await connect(server.port));
  }, 60_000);
  afterAll(async () => {
    await close();
    await server?.stop();
  }, 60_000);

  test("R23: of two processes that save a turn one wins; both go on with what it saved", async ({ skip }) => {
    if (!server) return skip();
    for (let turn = 0; turn < 12; turn += 1) {
      const saved = await Promise.allSettled(homes.map(({ sessions }, who) => sessions.save(row(turn, who))));
      expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const loaded = await Promise.all(homes.map(({ sessions }) => sessions.load("support", "é/🙂")));
      const winner = saved.findIndex(({ status }) => status === "fulfilled");
      expect(loaded).toEqual([row(turn, winner), row(turn, winner)]);
    }
    const [first, second] = homes;
    expect(await first?.sessions.list("support")).toEqual(["é/🙂"]);
    expect(await first?.sessions.prune("support", "é/🙂", 3)).toBe(9);
    expect((await second?.sessions.load("support", "é/🙂"))?.turn_index).toBe(11);
    await second?.sessions.delete("support", "é/🙂");
    expect(await first?.sessions.list("support")).toEqual([]);
  });

  test("R15: of two processes that decide one gets the interrupt", async ({ skip }) => {
    if (!server) return skip();
    for (let round = 0; round < 10; round += 1) {
      await homes[0]?.interrupts.save(pending);
      expect(await homes[1]?.interrupts.list()).toEqual(["one"]);
      const taken = await Promise.all(homes.map(({ interrupts }) => interrupts.take("one")));
      expect(taken.filter((interrupt) => interrupt !== undefined)).toEqual([pending]);
    }
  });
});

const pending: PendingInterrupt = {
  interruptId: "one",
  request: {
    interruptId: "one",
    toolName: "refund",
    args: { amount: 12 },
    context: { agentName: "support", tripIndex: 0 },
    requestedAt: "2026-01-01T00:00:00.000Z",
  },
  status: "pending",
  savedAt: "2026-01-01T00:00:00.000Z",
};

function row(turn_index: number, who: number): CheckpointRecord {
  return {
    orchestrator_name: "support",
    session_id: "é/🙂",
    turn_index,
    state: { who },
    last_route: "billing",
    signature: "f00d",
    version: "2",
    summarized_through: 0,
    lock_acquired_at: null,
    lock_expires_at: null,
    saved_at: "2026-01-01T00:00:00.000Z",
  };
}
