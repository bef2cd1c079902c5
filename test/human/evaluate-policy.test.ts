import { describe, expect, test } from "vitest";
import { evaluatePolicy, type InterruptPolicy, type PolicyContext } from "../../src/human/evaluate-policy.ts";

const call = (toolName: string, args: unknown = {}): PolicyContext => ({
  toolName,
  args,
  agentName: "support",
  tripIndex: 0,
});

describe("a policy", () => {
  test("of the kind allowlist gates the tools that it names, and tags them", () => {
    const policy: InterruptPolicy = { type: "allowlist", tools: ["refund"], tags: (name) => ["money", name] };
    expect(evaluatePolicy(policy, call("refund"))).toEqual({
      requiresApproval: true,
      tags: ["money", "refund"],
    });
    expect(evaluatePolicy(policy, call("lookup"))).toEqual({ requiresApproval: false });
    expect(evaluatePolicy({ type: "allowlist", tools: ["refund"] }, call("refund"))).toEqual({
      requiresApproval: true,
    });
  });

  test("of the kind denylist gates all other tools", () => {
    const policy: InterruptPolicy = { type: "denylist", tools: ["lookup"], tags: () => ["write"] };
    expect(evaluatePolicy(policy, call("lookup"))).toEqual({ requiresApproval: false });
    expect(evaluatePolicy(policy, call("refund"))).toEqual({ requiresApproval: true, tags: ["write"] });
    expect(evaluatePolicy({ type: "denylist", tools: [] }, call("any"))).toEqual({ requiresApproval: true });
  });

  test("of the kind predicate looks at the arguments, and a list doubles as tags", () => {
    const policy: InterruptPolicy = {
      type: "predicate",
      requiresApproval: ({ toolName, args }) =>
        toolName === "refund" && (args as { amount: number }).amount > 100 ? ["money", "high"] : false,
    };
    expect(evaluatePolicy(policy, call("refund", { amount: 101 }))).toEqual({
      requiresApproval: true,
      tags: ["money", "high"],
    });
    expect(evaluatePolicy(policy, call("refund", { amount: 100 }))).toEqual({ requiresApproval: false });
  });

  test.each([
    [true, true],
    [false, false],
    [[], false],
    [undefined, false],
    [1, true],
  ])("predicate that answers %j: %s", (answer, requiresApproval) => {
    const policy = { type: "predicate", requiresApproval: () => answer } as unknown as InterruptPolicy;
    expect(evaluatePolicy(policy, call("refund"))).toEqual({ requiresApproval });
  });

  const failing = () => {
    throw new Error("no such order");
  };
  test.each<[string, unknown]>([
    ["that throws", { type: "predicate", requiresApproval: failing }],
    ["whose tags throw", { type: "allowlist", tools: ["refund"], tags: failing }],
    ["that answers with a promise", { type: "predicate", requiresApproval: async () => false }],
    [
      "that answers with a promise that fails",
      { type: "predicate", requiresApproval: async () => failing() },
    ],
    ["of an unknown kind", { type: "whitelist", tools: [] }],
    ["without tools", { type: "allowlist" }],
    ["that is nothing", undefined],
  ])("%s wants a person and never throws", (_, policy) => {
    expect(evaluatePolicy(policy as InterruptPolicy, call("refund"))).toEqual({
      requiresApproval: true,
      tags: ["policy-error"],
    });
  });
});
