import { beforeAll, describe, expect, test } from "vitest";
import type {
  ApprovalDecision,
  GivenDecision,
  InterruptStore,
  PendingInterrupt,
} from "../../src/contracts/interrupt.ts";
import type { InterruptSuspendedError } from "../../src/core/errors/index.ts";
import type { ApprovalKey } from "../../src/human/approval-key.ts";
import { memory } from "../../src/human/interrupt.ts";
import { resume } from "../../src/human/resume.ts";
import { isSigned, sign } from "../../src/human/signature.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type DeskSetup, desk, putAside } from "./gated-agents.ts";

const KEY = "a secret of the server";
const APPROVE: ApprovalDecision = { type: "approve" };

async function suspended(setup: Partial<DeskSetup> = {}) {
  const store = memory();
  const turns: DeskSetup["turns"] = [
    [
      ["pay", 10],
      ["look", 1],
    ],
  ];
  const one = desk({ turns, store, key: KEY, handler: putAside(store), ...setup });
  const { error } = await one.agent.execute("Pay.", { runId: "run" });
  const { interruptId } = error as InterruptSuspendedError;
  return { ...one, store, interruptId };
}

async function change(
  store: InterruptStore,
  interruptId: string,
  how: (pending: PendingInterrupt) => PendingInterrupt,
): Promise<void> {
  const pending = await store.load(interruptId);
  if (!pending) throw new Error("It does not wait.");
  await store.save(how(pending));
}

describe("A4: a signed request", () => {
  let keys: [string, ApprovalKey][] = [];
  beforeAll(async () => {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const own = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
    keys = [
      ["a text", KEY],
      ["bytes", new TextEncoder().encode(KEY)],
      ["a CryptoKey", own as CryptoKey],
    ];
  });

  test("is decided with the key that signed it: a text, bytes or a CryptoKey", async () => {
    for (const [kind, key] of keys) {
      const one = await suspended({ key });
      expect(one.asked[0]?.signature, kind).toMatch(/^[0-9a-f]{64}$/);
      const outcome = await resume(one.interruptId, APPROVE, { store: one.store, agent: one.agent, key });
      expect(outcome, kind).toMatchObject({ result: { text: "pay 10 done; look 1 done" } });
    }
  });

  test.each<[string, (pending: PendingInterrupt) => PendingInterrupt]>([
    ["arguments", (one) => ({ ...one, request: { ...one.request, args: { amount: 1000 } } })],
    ["tool", (one) => ({ ...one, request: { ...one.request, toolName: "refund" } })],
    ["id", (one) => ({ ...one, request: { ...one.request, interruptId: "other" } })],
    [
      "agent",
      (one) => ({
        ...one,
        request: { ...one.request, context: { ...one.request.context, agentName: "other" } },
      }),
    ],
    [
      "session",
      (one) => ({ ...one, request: { ...one.request, context: { ...one.request.context, sessionId: "s" } } }),
    ],
    [
      "input",
      (one) => ({
        ...one,
        request: { ...one.request, context: { ...one.request.context, originalInput: "Pay more." } },
      }),
    ],
    ["signature", (one) => ({ ...one, request: { ...one.request, signature: "0".repeat(64) } })],
    ["kind of signature", (one) => ({ ...one, request: { ...one.request, signature: "none" } })],
    ["results of other calls", (one) => (one.kept ? { ...one, kept: { ...one.kept, calls: [] } } : one)],
  ])("whose %s was changed is refused, and nothing is applied", async (_, how) => {
    const one = await suspended();
    await change(one.store, one.interruptId, how);
    const options = { store: one.store, agent: one.agent, key: KEY };
    const tampered = { code: "INTERRUPT_TAMPERED", interruptId: one.interruptId };
    await expect(resume(one.interruptId, APPROVE, options)).rejects.toMatchObject(tampered);
    await expect(resume(one.interruptId, APPROVE, { store: one.store, key: KEY })).rejects.toMatchObject(
      tampered,
    );
    expect(one.done).toEqual(["look 1"]);
    expect(await one.store.load(one.interruptId)).toBeDefined();
  });

  test("is refused where it is forged, signed with another key, or decided without the key", async () => {
    const one = await suspended();
    const pending = await one.store.load(one.interruptId);
    if (!pending) throw new Error("It does not wait.");
    const { signature: _, ...request } = pending.request;
    await one.store.save({
      ...pending,
      interruptId: "forged",
      request: { ...request, interruptId: "forged" },
    });
    const { store } = one;
    await expect(resume("forged", APPROVE, { store, key: KEY })).rejects.toMatchObject({
      code: "INTERRUPT_TAMPERED",
    });
    for (const key of ["another", undefined]) {
      const refused = resume(one.interruptId, APPROVE, { store, agent: one.agent, key });
      await expect(refused).rejects.toMatchObject({ code: "INTERRUPT_TAMPERED" });
    }
    expect(one.done).toEqual(["look 1"]);
    await expect(resume(one.interruptId, APPROVE, { store, key: "" })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
    });
    expect(await store.load(one.interruptId)).toBeDefined();
  });

  test.each([[undefined], [memoryStore()]])(
    "is decided while keys change: the first one signs, what the others signed holds",
    async (runs) => {
      const durable = runs && { durable: { store: runs } };
      const one = await suspended({ key: "old", ...durable });
      const { store, interruptId, done } = one;
      const turns: DeskSetup["turns"] = [
        [
          ["pay", 10],
          ["look", 1],
        ],
        [["pay", 20]],
      ];
      const keys = ["new", "old"];
      const next = desk({ turns, store, key: keys, handler: putAside(store), done, ...durable });
      const half = await resume(interruptId, APPROVE, { store, agent: next.agent, key: keys });
      expect(half).toMatchObject({ result: { error: { code: "INTERRUPT_SUSPENDED" } } });
      const last = desk({ turns, store, key: "new", handler: putAside(store), done, ...durable });
      const options = { store, agent: last.agent, key: "new" };
      const [asked] = next.asked;
      expect(await isSigned("new", "request", asked ?? {})).toBe(true);
      expect(await resume(asked?.interruptId ?? "", APPROVE, options)).toMatchObject({ type: "applied" });
      expect(done).toEqual(["look 1", "pay 10", "pay 20"]);
    },
  );

  test("that was put in the place of another one is refused, however it is signed", async () => {
    const turns: DeskSetup["turns"] = [
      [
        ["pay", 10],
        ["pay", 1000],
      ],
    ];
    const one = await suspended({ turns });
    const { store } = one;
    const [small = "", large = ""] = one.asked.map(({ interruptId }) => interruptId);
    const forged = await store.load(large);
    if (!forged) throw new Error("It does not wait.");
    const swapped: InterruptStore = { ...store, load: async () => forged };
    const options = { store: swapped, agent: one.agent, key: KEY };
    await expect(resume(small, APPROVE, options)).rejects.toMatchObject({ code: "INTERRUPT_TAMPERED" });
    await store.save({ ...forged, interruptId: small });
    const written = resume(small, APPROVE, { ...options, store });
    await expect(written).rejects.toMatchObject({ code: "INTERRUPT_TAMPERED" });
    expect(one.done).toEqual([]);
    expect(await store.list()).toHaveLength(2);
  });

  test("that takes the place of the one that was looked at is not taken for it", async () => {
    const one = await suspended();
    const store: InterruptStore = {
      ...one.store,
      async take(interruptId) {
        await change(one.store, interruptId, (pending) => ({
          ...pending,
          request: { ...pending.request, args: { amount: 1000 } },
        }));
        return one.store.take(interruptId);
      },
    };
    const refused = resume(one.interruptId, APPROVE, { store, agent: one.agent, key: KEY });
    await expect(refused).rejects.toMatchObject({ code: "INTERRUPT_TAMPERED" });
    expect(one.done).toEqual(["look 1"]);
    expect(await one.store.load(one.interruptId)).toBeDefined();
  });

  test("a decision that was not signed is not applied, also where it stands in the saved run", async () => {
    const given = (interruptId: string): GivenDecision => ({
      interruptId,
      toolName: "pay",
      args: { amount: 10 },
      tripIndex: 0,
      decision: APPROVE,
    });
    const one = await suspended();
    const approvals = { runId: "run", decisions: [given(one.interruptId)] };
    const { error } = await one.agent.execute("Pay.", { approvals });
    expect(error?.code).toBe("INTERRUPT_TAMPERED");
    const runs = memoryStore();
    const other = await suspended({ durable: { store: runs } });
    const forged = { runId: "run", decisions: [given(other.interruptId)] };
    expect((await other.agent.resume("run", { approvals: forged })).error?.code).toBe("INTERRUPT_TAMPERED");
    expect([...one.done, ...other.done]).not.toContain("pay 10");
    const reject: GivenDecision = { ...given("x"), decision: { type: "reject", reason: "no" } };
    const signed = { ...reject, signature: await sign(KEY, "decision", reject) };
    expect(await isSigned(KEY, "decision", signed)).toBe(true);
    expect(await isSigned(KEY, "decision", { ...signed, decision: APPROVE })).toBe(false);
  });
});

describe("a signature", () => {
  test("is that of RFC 4231 over the canonical JSON of a kind and a value", async () => {
    const value = { b: [1, { d: null, c: "é" }], a: undefined, signature: "left out" };
    const signature = await sign("Jefe", "request", value);
    const bytes = new TextEncoder().encode('["request",{"b":[1,{"c":"é","d":null}]}]');
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode("Jefe"),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const expected = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
    expect(signature).toBe(Array.from(expected, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    expect(await isSigned("Jefe", "request", { b: [1, { c: "é", d: null }], signature })).toBe(true);
    expect(await isSigned("Jefe", "decision", { b: [1, { c: "é", d: null }], signature })).toBe(false);
    expect(await isSigned("Jefe", "request", value)).toBe(false);
  });

  test("needs a key for HMAC with SHA-256", async () => {
    const usages: KeyUsage[] = ["sign", "verify"];
    const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-512" }, false, usages);
    await expect(sign(key as CryptoKey, "request", {})).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});
