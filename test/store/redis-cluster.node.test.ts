import { createClient, createCluster } from "@redis/client";
import { Cluster } from "ioredis";
import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { redisStore } from "../../src/store/redis-store.ts";
import { storeConformance } from "../../src/testing/store-conformance.ts";
import { startRedis } from "../support/servers.ts";

const server = await startRedis(["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"]);

// One node with all slots: it refuses keys of several slots in one script as every node does.
describe.skipIf(!server)("a Redis cluster", () => {
  const url = `redis://127.0.0.1:${server?.port ?? 0}`;
  const node = createClient({ url });
  const cluster = createCluster({ rootNodes: [{ url }] });
  const ioredis = new Cluster([url], { lazyConnect: true });

  beforeAll(async () => {
    await node.connect();
    await node.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
    const info = async (): Promise<string> => String(await node.sendCommand(["CLUSTER", "INFO"]));
    await vi.waitUntil(async () => (await info()).includes("cluster_state:ok"), { timeout: 15_000 });
    await Promise.all([cluster.connect(), ioredis.connect()]);
  }, 30_000);

  afterAll(async () => {
    node.destroy();
    cluster.destroy();
    ioredis.disconnect();
    await server?.stop();
  }, 30_000);

  let opened = 0;
  const cases = storeConformance({
    open(options) {
      opened += 1;
      return redisStore({ client: opened % 2 ? cluster : ioredis, ...options });
    },
    schedules: 100,
    rows: async () => (await node.keys("*:value:*")).length,
  });
  for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
});
