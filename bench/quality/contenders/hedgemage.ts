import { existsSync } from "node:fs";
import { root } from "../../../scripts/entries.ts";
import { ownDetectors } from "../../../test/support/own-detectors.ts";
import type { Contender } from "../contender.ts";

async function makers(): Promise<any> {
  const all: any = {};
  for (const f of ["pii", "secrets", "injection", "injection/score"]) {
    if (existsSync(`${root}src/guardrail/${f}.ts`)) Object.assign(all, await import(`${root}src/guardrail/${f}.ts`));
  }
  return all;
}

export const hedgemage: Contender = {
  who: "hedgemage",
  packages: [],
  async load() {
    const made = await makers();
    const pii = made.pii({ detect: "all" });
    const secrets = made.secrets?.();
    const injection = made.injection?.({ source: "user" });
    return {
      detectors: ownDetectors(made),
      work: {
        pii: (text) => pii.check(text),
        ...(secrets && { secrets: (text: string) => secrets.check(text) }),
        ...(injection && { injection: (text: string) => injection.check(text) }),
      },
    };
  },
};
