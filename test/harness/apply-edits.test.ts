import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HarnessEdit, HarnessRefinement } from "../../src/contracts/harness.ts";
import { isBasePrompt } from "../../src/harness/entry-id.ts";
import { openHarness } from "../../src/harness/harness-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { change, entriesOf, harnessOn, memory, planOf, refine, removal } from "./harness-bench.ts";

/** What became of each edit: `applied`, or why not. */
function ends({ edits }: HarnessRefinement): readonly string[] {
  return edits.map(({ status, reason }) => reason ?? status);
}

describe("what an edit needs", () => {
  test("H1: an entry that somebody changed since it was planned upon is left alone, the others are edited", async () => {
    const store = memoryStore();
    const [planner, writer] = [harnessOn(store), harnessOn(store)];
    await refine(planner, [memory("a"), memory("b"), memory("c")]);
    const baseline = await planner.state("local");
    await writer.edit("local", [change("a", "Theirs."), removal("b"), memory("d")], { source: "user" });
    const plan = planOf(change("a", "Mine."), removal("b"), change("c", "Mine, too."), memory("d", "Mine."));
    const refinement = await planner.apply("local", baseline, plan);
    const changed = "entry changed during refinement planning";
    expect(ends(refinement)).toEqual([changed, changed, "applied", changed]);
    expect(refinement.status).toBe("applied");
    const entries = await entriesOf(writer);
    expect(entries.get("a")).toMatchObject({ content: "Theirs.", source: "user" });
    expect(entries.has("b")).toBe(false);
    expect(entries.get("c")).toMatchObject({ content: "Mine, too.", source: "refine", version: 2 });
    expect(entries.get("d")?.content).toBe("About d.");
  });

  test("H2: the second edit of an entry goes on from the first", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a")]);
    const edits = [
      change("a", "Two."),
      change("a", "Three."),
      removal("a"),
      memory("a", "Four."),
      memory("b"),
      change("b", "B."),
    ];
    const refinement = await refine(harness, edits);
    expect(ends(refinement)).toEqual(edits.map(() => "applied"));
    expect(refinement.edits.map(({ after }) => after?.version)).toEqual([2, 3, undefined, 4, 1, 2]);
    expect(refinement.edits[1]?.before?.content).toBe("Two.");
  });

  test("H3: who ordered keys anew, wrote the same or took his change back is in nobody's way", async () => {
    const store = memoryStore();
    const harness = harnessOn(store);
    await refine(harness, [{ ...memory("a"), metadata: { x: 1, y: [2] } }]);
    const { version, entries } = await harness.state("local");
    const reordered = entries.map((entry) =>
      Object.fromEntries(Object.entries({ ...entry, metadata: { y: [2], x: 1 } }).toReversed()),
    );
    const baseline = { version, entries: reordered as unknown as typeof entries };
    await harness.edit("local", [{ ...change("a", "Other."), metadata: { x: 2 } }], { source: "user" });
    const back = { ...change("a", "About a."), metadata: { y: [2], x: 1 } };
    await harness.edit("local", [back], { source: "agent" });
    await harness.rollback("local", (await harness.history("local"))[2]?.id ?? "");
    await harness.rollback("local", (await harness.history("local"))[1]?.id ?? "");
    expect(ends(await harness.apply("local", baseline, planOf(change("a", "Mine."))))).toEqual(["applied"]);
  });

  test("H4: what is there is not created, what is not there is neither updated nor deleted", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a")]);
    const before = await harness.state("local");
    const refinement = await refine(harness, [memory("a", "Again."), change("b", "B."), removal("c")]);
    expect(ends(refinement)).toEqual([
      'entry "a" exists already',
      'entry "b" does not exist',
      'entry "c" does not exist',
    ]);
    expect(refinement.status).toBe("failed");
    expect(await harness.state("local")).toEqual(before);
    expect(await harness.history("local")).toHaveLength(2);
  });

  test("H5: content that is there already is refused, and its twin is named", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("cafe\u0301", "Café."), memory("b")]);
    const edits = [
      memory("c", " Cafe\u0301. "),
      { ...memory("d", "Café."), kind: "subagent" } as const,
      change("b", "Café."),
      memory("e", ""),
      memory("f", ""),
    ];
    const says = 'entry "café" says the same';
    expect(ends(await refine(harness, edits))).toEqual([says, says, says, "applied", "applied"]);
    expect(ends(await refine(harness, [change("b", "About b.")]))).toEqual(["the entry says this already"]);
  });

  test("H6: any id is kept safely or refused by rule, and none breaks the edits beside it", async () => {
    const harness = harnessOn(memoryStore());
    const ids = [
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
      "x".repeat(300),
      "local:x",
      "global:y",
      "a/b",
      "a b",
      "\u200b",
      "a\u200bb",
      "\ud83d",
      "プロトコル",
      "local:__proto__",
      "global:",
      "0",
    ];
    const refinement = await refine(
      harness,
      ids.map((id) => memory(id)),
    );
    const rule = "an id has letters and digits, then also _ - and ., at most 100";
    const readOnly = "global is read-only; create a local entry";
    const ok = "applied";
    expect(ends(refinement)).toEqual([
      rule,
      ok,
      ok,
      ok,
      rule,
      ok,
      readOnly,
      rule,
      rule,
      rule,
      rule,
      rule,
      ok,
      rule,
      readOnly,
      ok,
    ]);
    expect([...(await entriesOf(harness)).keys()].toSorted()).toEqual(
      ["constructor", "toString", "hasOwnProperty", "x", "プロトコル", "0"].toSorted(),
    );
    const kept = ["constructor", "local:toString", "hasOwnProperty"];
    expect(
      ends(
        await refine(
          harness,
          kept.map((id) => change(id, `New ${id}.`)),
        ),
      ),
    ).toEqual([ok, ok, ok]);
    expect(ends(await refine(harness, [change("__proto__", "x"), ...kept.map(removal)]))).toEqual([
      rule,
      ok,
      ok,
      ok,
    ]);
  });

  test("H6: a scope in front of an id, or beside it, leads to that scope", async () => {
    const harness = harnessOn(memoryStore());
    const notHere = "local entries are not for a global refinement";
    const edits = [memory("global:x"), memory("local:y"), { ...memory("z"), scope: "local" } as const];
    expect(ends(await refine(harness, edits, "global"))).toEqual(["applied", notHere, notHere]);
    expect([...(await entriesOf(harness, "global")).keys()]).toEqual(["x"]);
    expect((await harness.state("local")).entries).toEqual([]);
  });

  test("H7: a local refinement does not touch what is global", async () => {
    const store = memoryStore();
    const harness = harnessOn(store);
    await refine(harness, [memory("shared")], "global");
    const edits = [
      change("shared", "Mine."),
      removal("shared"),
      { ...removal("shared"), scope: "global" } as const,
      change("global:shared", "Mine."),
    ];
    const readOnly = "global is read-only; create a local entry";
    expect(ends(await refine(harness, edits))).toEqual(edits.map(() => readOnly));
    expect(ends(await refine(harness, [memory("shared", "Mine.")]))).toEqual(["applied"]);
    const other = openHarness({ store, id: "another", prefix: "harness" });
    expect((await entriesOf(other, "global")).get("shared")?.content).toBe("About shared.");
    expect((await other.state("local")).entries).toEqual([]);
  });

  test("H9: a skill has arguments or a reference, and can be deleted without", async () => {
    const harness = harnessOn(memoryStore());
    const skill = { operation: "create", kind: "skill", title: "Deploy", content: "How." } as const;
    const edits: HarnessEdit[] = [
      skill,
      { ...skill, reference: " " },
      { ...skill, id: "a", arguments: {} },
      { ...skill, id: "b", content: "B.", reference: "docs/deploy" },
    ];
    const needs = "a skill needs arguments or a reference";
    expect(ends(await refine(harness, edits))).toEqual([needs, needs, "applied", "applied"]);
    const update = { operation: "update", kind: "skill", id: "b" } as const;
    expect(
      ends(
        await refine(harness, [
          { ...update, reference: "" },
          { ...update, content: "New." },
        ]),
      ),
    ).toEqual([needs, "applied"]);
    expect(ends(await refine(harness, [{ operation: "delete", kind: "skill", id: "a" }]))).toEqual([
      "applied",
    ]);
  });

  test("H10: an update keeps what it does not name", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [{ ...memory("a"), path: "build/tests", metadata: { x: 1 } }]);
    const before = (await entriesOf(harness)).get("a");
    await refine(harness, [change("a", "New.")]);
    const after = (await entriesOf(harness)).get("a");
    expect(after).toEqual({ ...before, content: "New.", version: 2, updatedAt: after?.updatedAt });
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
  });

  test("H11: titles of any script have ids of their own", async () => {
    const harness = harnessOn(memoryStore());
    const titles = [
      "记忆一",
      "记忆二",
      "記憶",
      "Café au lait!",
      "cafe au lait",
      "Cafe\u0301 au lait",
      "🦔",
      "🦔🦔",
      "हिन्दी भाषा",
      "x".repeat(300),
    ];
    const edits = titles.map(
      (title, index) => ({ operation: "create", kind: "memory", title, content: `${index}` }) as const,
    );
    const made = await refine(harness, edits);
    expect(ends(made)).toEqual(titles.map(() => "applied"));
    expect(made.edits.map(({ after }) => after?.id)).toEqual([
      "记忆一",
      "记忆二",
      "記憶",
      "café-au-lait",
      "cafe-au-lait",
      "café-au-lait-2",
      "memory",
      "memory-2",
      "हिन्दी-भाषा",
      "x".repeat(60),
    ]);
  });

  test("an edit of another kind than its entry is refused: a rule cannot be changed as if it were a fact", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [{ ...memory("a"), kind: "prompt" }]);
    expect(ends(await refine(harness, [change("a", "x"), removal("a")]))).toEqual([
      'entry "a" is a prompt',
      'entry "a" is a prompt',
    ]);
  });

  test("what is no edit at all fails by itself", async () => {
    const harness = harnessOn(memoryStore());
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const odd: unknown[] = [
      null,
      5,
      "x",
      [],
      {},
      { operation: "erase", kind: "memory" },
      { operation: "create", kind: "rule" },
      { ...memory("a"), title: 5 },
      { ...memory("a"), id: {} },
      { ...memory("a"), content: ["x"] },
      { operation: "create", kind: "memory", content: "x" },
      { ...memory("a"), content: "x".repeat(32_001) },
      { ...memory("c"), metadata: circle },
      memory("b"),
    ];
    const refinement = await refine(harness, odd as HarnessEdit[]);
    expect(refinement.edits.map(({ status }) => status)).toEqual([
      ...odd.slice(2).map(() => "failed"),
      "applied",
      "applied",
    ]);
    expect(await harness.history("local")).toEqual([refinement]);
  });

  test("edits that were found to be unfit, or to need a person, are kept with what they would change", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a")]);
    const waits = { status: "needs-approval", reason: "It comes from a web page." } as const;
    const plan = planOf(change("a", "New."), memory("b"), removal("nothing"));
    const options = {
      tainted: true,
      verdicts: [waits, { status: "failed", reason: "No evidence." } as const, waits],
    };
    const refinement = await harness.apply("local", await harness.state("local"), plan, options);
    expect(ends(refinement)).toEqual([waits.reason, "No evidence.", 'entry "nothing" does not exist']);
    expect(refinement).toMatchObject({
      status: "needs-approval",
      edits: [{ status: "needs-approval", before: { content: "About a." } }, {}, {}],
    });
    expect(refinement.stateVersion).toBe(1);
    const { edit, before } = refinement.edits[0] ?? {};
    const approves = { refinement: refinement.id, edit: 0 };
    const baseline = { version: 0, entries: before ? [before] : [] };
    const approved = await harness.apply("local", baseline, planOf(edit ?? removal("a")), {
      approves,
      tainted: true,
    });
    expect(approved).toMatchObject({
      status: "applied",
      approves,
      edits: [{ after: { content: "New.", tainted: true } }],
    });
    await harness.edit("local", [change("a", "Mine.")], { source: "user", tainted: false });
    expect((await entriesOf(harness)).get("a")).not.toHaveProperty("tainted");
  });
});

describe("the base system prompt", () => {
  const spellings = [
    "base_system_prompt",
    "Base System Prompt",
    "base-system-prompt",
    "BASE SYSTEM PROMPT",
    " base_system_prompt",
    "base\u200bsystem\u2060prompt",
    "b\u00ada\u00adse system prompt",
    "ｂａｓｅ＿ｓｙｓｔｅｍ＿ｐｒｏｍｐｔ",
    "𝐛𝐚𝐬𝐞 𝐬𝐲𝐬𝐭𝐞𝐦 𝐩𝐫𝐨𝐦𝐩𝐭",
    "bаse system prоmpt",
    "Base.System/Prompt:",
    "baseſystem prompt",
    "base\u3164system\u115fprompt",
    "BaseSystemPrompt",
    "ba5e sy5tem pr0mpt",
    "b\u0301ase system prompt",
    "Ⓑase system prompt",
    "local:base_system_prompt",
    "memory:base_system_prompt",
    "The base system prompt",
    "base\nsystem\tprompt",
    "\u{e0001}base system prompt",
  ];

  test.each(spellings)(
    "defect 9: cannot be edited as %j, whatever the kind and the operation",
    async (text) => {
      const harness = harnessOn(memoryStore());
      const edits = (["memory", "skill", "prompt", "subagent"] as const).flatMap((kind) =>
        (["create", "update", "delete"] as const).flatMap((operation) => [
          { operation, kind, id: text, title: "x", content: "x", reference: "x" },
          { operation, kind, title: text, content: "x", reference: "x" },
          { operation, kind, id: "x", title: text, content: "x", reference: "x" },
        ]),
      );
      const refinement = await refine(harness, edits);
      expect(
        ends(refinement).filter(
          (end) =>
            !end.includes("base system prompt") &&
            end !== "an id has letters and digits, then also _ - and ., at most 100",
        ),
      ).toEqual([]);
      expect((await harness.state("local")).entries).toEqual([]);
    },
  );

  test("is known in any dress: property", () => {
    const gaps = [..." \t\n-_.:/|*#\u00a0\u200b\u200f\u2060\u00ad\ufe0f\u0301\u3164"];
    const between = fc.array(fc.constantFrom(...gaps), { maxLength: 3 }).map((signs) => signs.join(""));
    const dress = fc.constantFrom(
      (sign: string) => sign,
      (sign: string) => sign.toUpperCase(),
      (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
      (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0x1d41a - 97),
    );
    const words = [..."basesystemprompt"];
    const signs = fc.tuple(
      ...words.map((sign) => fc.tuple(between, dress).map(([gap, wear]) => gap + wear(sign))),
    );
    fc.assert(
      fc.property(signs, between, (name, end) => isBasePrompt(name.join("") + end)),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(signs, fc.nat(15), (name, at) => !isBasePrompt(name.toSpliced(at, 1).join(""))),
      { numRuns: 200 },
    );
  });

  test("notes about it can be learned", async () => {
    const harness = harnessOn(memoryStore());
    const titles = ["Notes on the base system prompt", "System prompt", "Database system prompts"];
    expect(
      ends(
        await refine(
          harness,
          titles.map((title) => ({ operation: "create", kind: "prompt", title, content: title }) as const),
        ),
      ),
    ).toEqual(["applied", "applied", "applied"]);
  });
});
