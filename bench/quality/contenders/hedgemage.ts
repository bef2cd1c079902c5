import { ownDetectors } from "../../../test/support/own-detectors.ts";
import { built } from "../../size/built.ts";
import type { Contender } from "../contender.ts";

type Guardrail = typeof import("../../../src/guardrail/index.ts");

/** The built package, or the source with `--source`. */
export const hedgemage: Contender = {
  who: "hedgemage",
  packages: [],
  async load() {
    const guardrail = process.argv.includes("--source")
      ? await import("../../../src/guardrail/index.ts")
      : await built<Guardrail>("hedgemage/guardrail");
    const pii = guardrail.pii({ detect: "all" });
    const secrets = guardrail.secrets();
    const injection = guardrail.injection();
    return {
      detectors: ownDetectors(guardrail),
      work: {
        pii: (text) => pii.check(text),
        secrets: (text) => secrets.check(text),
        injection: (text) => injection.check(text),
      },
    };
  },
};
