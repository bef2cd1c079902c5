import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import type { PgClientLike } from "../../src/store/postgres-client.ts";
import { postgresStore } from "../../src/store/postgres-store.ts";

/** A client that answers each query with the next of these: rows, or an error to reject with. */
function scripted(
  ...answers: (Error | Record<string, unknown>[])[]
): PgClientLike & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    async query(text) {
      const answer = answers[Math.min(texts.push(text), answers.length) - 1] ?? [];
      if (answer instanceof Error) throw answer;
      return { rows: answer };
    },
  };
}

function problem(code: string, message = "told by the server"): Error {
  return Object.assign(new Error(message), { code });
}

const done = [{ conflict: null, existed: "0", done: 1 }];

describe("the table", () => {
  it.each([
    "",
    "a b",
    'a"b',
    "a;DROP TABLE x",
    "1a",
    "a.b.c",
    ".a",
    "a.",
    "täble",
    "a\n",
    "a".repeat(53),
    `${"a".repeat(53)}.b`,
  ])("is refused where its name is not safe: %j", (table) => {
    expect(() => postgresStore({ client: scripted(), table })).toThrow(ConfigError);
  });

  it("is made by one statement, and never by the store itself", async () => {
    const client = scripted([]);
    const store = postgresStore({ client, table: "app.state" });
    expect(store.schema()).toMatch(/^DO \$\$ BEGIN\n {2}CREATE TABLE IF NOT EXISTS "app"\."state" \(/);
    await store.get("a");
    expect(client.texts.join()).not.toContain("CREATE");
  });
});

describe("errors", () => {
  it.each([
    ["53100", "STORE_QUOTA", /disk .* full/],
    ["42P01", "STORE_UNSUPPORTED", /hedgemage_store.*schema\(\)/],
    ["42501", "STORE_UNSUPPORTED", /rights/],
    ["3F000", "STORE_UNSUPPORTED", /schema\(\)/],
    ["57P01", "STORE_UNAVAILABLE", /told by the server/],
    ["28P01", "STORE_UNAVAILABLE", /told by the server/],
    ["ECONNREFUSED", "STORE_UNAVAILABLE", /told by the server/],
  ])("%s is %s, for reads and writes", async (sqlState, code, message) => {
    const store = postgresStore({ client: scripted(problem(sqlState)) });
    const error = { name: "StoreError", code, store: "postgres", message: expect.stringMatching(message) };
    await expect(store.get("a")).rejects.toMatchObject(error);
    await expect(store.set("a", 1)).rejects.toMatchObject(error);
    await expect(store.delete("a")).rejects.toMatchObject(error);
    await expect(store.list("a")).rejects.toMatchObject(error);
  });

  it.each(["EPIPE", "ECONNRESET", "08006", "08P01", "40003", undefined])(
    "a write that %s ended is told as open",
    async (code) => {
      const broken = code ? problem(code) : new Error("Connection terminated unexpectedly");
      const store = postgresStore({ client: scripted(broken) });
      await expect(store.set("a", 1)).rejects.toMatchObject({
        code: "STORE_TIMEOUT",
        key: "a",
        cause: broken,
      });
      await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    },
  );

  it.each([
    "Cannot use a pool after calling end on the pool",
    "Client was closed and is not queryable",
    "timeout exceeded when trying to connect",
    "PGlite is closed",
    "PGlite is closing",
  ])("a write that never left is told as not done: %s", async (message) => {
    const store = postgresStore({ client: scripted(new Error(message)) });
    await expect(store.set("a", 1)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("a client that is none is refused before anything else", () => {
    expect(() => postgresStore({ client: JSON.parse("{}") })).toThrow(ConfigError);
    expect(() => postgresStore(JSON.parse("{}"))).toThrow(ConfigError);
  });

  it.each(["28P01", "28000", "3D000"])("%s does not go away by trying again", async (code) => {
    const store = postgresStore({ client: scripted(problem(code)) });
    const error = { code: "STORE_UNAVAILABLE", retryable: false };
    await expect(store.get("a")).rejects.toMatchObject(error);
    await expect(store.set("a", 1)).rejects.toMatchObject(error);
  });

  it("give clients no text of the server", async () => {
    const host = 'connection to "db.internal.example" is bad';
    for (const code of ["42P01", "57P01", "28P01", "08006"]) {
      const store = postgresStore({ client: scripted(problem(code, host)) });
      const error = await store.set("a", 1).catch((cause: unknown) => cause);
      expect(JSON.stringify(error)).not.toContain("internal.example");
    }
  });

  it("never stand with a value in them", async () => {
    for (const code of ["53100", "42P01", "57P01", "ECONNRESET"]) {
      const store = postgresStore({ client: scripted(problem(code)) });
      const error = await store.set("a", "a secret").catch((cause: unknown) => cause);
      expect(String(error)).not.toContain("a secret");
      expect(JSON.stringify(error)).not.toContain("a secret");
    }
  });
});

describe("a race that only the server saw", () => {
  it.each(["40001", "40P01", "22012"])("is run again after %s", async (code) => {
    const client = scripted(problem(code), problem(code), done);
    await postgresStore({ client }).set("a", 1);
    expect(client.texts).toHaveLength(3);
  });

  it("is given up after ten tries", async () => {
    const client = scripted(problem("40001"));
    const written = postgresStore({ client }).set("a", 1);
    await expect(written).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", retryable: true });
    expect(client.texts).toHaveLength(10);
  });
});

it.each([
  ["a value that is no text", { value: { json: true }, version: "1", expires_at: null }],
  ["no version", { value: "1", version: null, expires_at: null }],
])("tells a foreign row by its key: %s", async (_, row) => {
  const store = postgresStore({ client: scripted([row]) });
  await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_CORRUPT", key: "a" });
});

it("takes the numbers of clients that give them as text", async () => {
  const row = { value: "1", version: "v", expires_at: "2000" };
  const at = (now: number) => postgresStore({ client: scripted([row]), now: () => now });
  expect(await at(1999).get("a")).toEqual({ value: 1, version: "v" });
  expect(await at(2000).get("a")).toBeUndefined();
});

it.each(["0", 0n, 0])("takes %o for the number of the change that lost", async (conflict) => {
  const store = postgresStore({ client: scripted([{ conflict, existed: null, done: 1 }]) });
  await expect(store.set("a", 1, { ifVersion: "old" })).rejects.toMatchObject({ code: "STORE_CONFLICT" });
});

it("takes no answer for no success", async () => {
  const store = postgresStore({ client: scripted([]) });
  await expect(store.set("a", 1)).rejects.toMatchObject({ code: "STORE_UNSUPPORTED" });
});
