import { describe, expect, it } from "vitest";
import type { SkillRecord } from "../../src/contracts/skills.ts";
import { memory } from "../../src/memory/memory.ts";
import { localEmbedder } from "../../src/providers/local/local-embedder.ts";
import { proceduralSkillStore, skills } from "../../src/skills/index.ts";
import { memoryStore } from "../../src/store/memory-store.ts";

const procedures = () =>
  memory({ procedural: { embedder: localEmbedder(), store: memoryStore() }, defaultTier: "procedural" });
const candidate = (body: string): SkillRecord => ({
  name: "tides",
  description: "Reads tables.",
  body,
  version: 0,
  type: "candidate",
});

describe("proceduralSkillStore", () => {
  it("has the procedures that have a name, and no others", async () => {
    const place = procedures();
    await place.remember({
      text: "Escalate refunds.\nOver $500.",
      metadata: { skill: "refunds", tags: ["money"] },
    });
    await place.remember({ text: "Say hello first." });
    await place.remember({ text: "Climb up.", metadata: { skill: "../up" } });
    const library = skills({
      name: "learned",
      sources: [{ type: "store", store: proceduralSkillStore({ memory: place }) }],
    });
    expect(await library.catalog()).toEqual([
      { name: "refunds", description: "Escalate refunds.", version: 1, type: "promoted", tags: ["money"] },
    ]);
    expect((await library.tools()[0]?.invoke({ name: "refunds" }))?.data).toMatchObject({
      body: "Escalate refunds.\nOver $500.",
    });
  });

  it("remembers what is promoted in the place of the version before", async () => {
    const place = procedures();
    const store = proceduralSkillStore({ memory: place, scope: "team" });
    await expect(store.promote?.("tides")).rejects.toThrow("no candidate");
    for (const [version, body] of [
      [1, "Look at the moon."],
      [2, "Look at the table."],
    ] as const) {
      await store.saveCandidate?.(candidate(body));
      expect(await store.promote?.("tides")).toMatchObject({ version, body, type: "promoted" });
      expect(await store.load("tides")).toMatchObject({ version, body });
    }
    expect(await store.list()).toHaveLength(1);
    expect(await proceduralSkillStore({ memory: place, scope: "others" }).list()).toEqual([]);
  });

  it("finds a skill that is further off than those that are listed", async () => {
    const place = procedures();
    for (const name of ["tides", "bread", "chess"]) {
      await place.remember({ text: `About ${name}.`, metadata: { skill: name } });
    }
    const store = proceduralSkillStore({ memory: place, k: 1 });
    expect(await store.list()).toHaveLength(1);
    for (const name of ["tides", "bread", "chess"]) expect(await store.load(name)).toMatchObject({ name });
  });
});
