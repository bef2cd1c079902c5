import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

it("the workerd project runs in workerd", () => {
  expect(navigator.userAgent).toBe("Cloudflare-Workers");
});

it("the workerd project has a KV namespace and a SQLite Durable Object", async () => {
  await env.TEST_KV.put("key", "value");
  expect(await env.TEST_KV.get("key")).toBe("value");
  const object = env.TEST_OBJECT.getByName("any name");
  const rows = await runInDurableObject(object, async (_, state) => {
    await state.storage.put("key", "value");
    return state.storage.sql.exec("select 1 as one").toArray();
  });
  expect(rows).toEqual([{ one: 1 }]);
});
