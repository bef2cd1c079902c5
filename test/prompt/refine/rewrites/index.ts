import { agentsRewrites } from "./agents.ts";
import { assistantsRewrites } from "./assistants.ts";
import { codingRewrites } from "./coding.ts";
import { extractionRewrites } from "./extraction.ts";
import { languagesRewrites } from "./languages.ts";
import { mixedRewrites } from "./mixed.ts";
import { operatorsRewrites } from "./operators.ts";
import { restructuredRewrites } from "./restructured.ts";
import { supportRewrites } from "./support.ts";
import { templatesRewrites } from "./templates.ts";
import { wordingRewrites } from "./wording.ts";

/** A rewrite, with what was done to it. */
export type KindOfRewrite = readonly [kind: string, rewrite: string];

/** A prompt with rewrites that are another prompt, and with rewrites that are the same prompt in other words. */
export interface RewriteGroup {
  readonly source: string;
  readonly breaking: readonly KindOfRewrite[];
  readonly harmless: readonly KindOfRewrite[];
}

/** One row of the labelled set. `heldOut` rows are for measuring: whoever tunes the check looks at the others. */
export interface LabelledRewrite {
  readonly source: string;
  readonly rewrite: string;
  readonly label: "breaking" | "harmless";
  readonly kind: string;
  readonly heldOut: boolean;
}

/** Every row of the labelled set. About three in ten are held out, by a hash of their texts. */
export function labelledRewrites(): LabelledRewrite[] {
  const groups = [
    ...supportRewrites,
    ...codingRewrites,
    ...extractionRewrites,
    ...languagesRewrites,
    ...templatesRewrites,
    ...agentsRewrites,
    ...wordingRewrites,
    ...mixedRewrites,
    ...assistantsRewrites,
    ...operatorsRewrites,
    ...restructuredRewrites,
  ];
  return groups.flatMap(({ source, breaking, harmless }) => [
    ...breaking.map(([kind, rewrite]) => row(source, rewrite, "breaking", kind)),
    ...harmless.map(([kind, rewrite]) => row(source, rewrite, "harmless", kind)),
  ]);
}

function row(
  source: string,
  rewrite: string,
  label: LabelledRewrite["label"],
  kind: string,
): LabelledRewrite {
  return { source, rewrite, label, kind, heldOut: hash(`${source}\n${rewrite}`) % 10 < 3 };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
