import { existsSync } from "node:fs";
import type { Contender } from "./contender.ts";
import { arcjet } from "./contenders/arcjet.ts";
import { hedgemage } from "./contenders/hedgemage.ts";
import { aidefence, llmGuardrail, llmverify, reactiveAgents, vard } from "./contenders/injection.ts";
import { langchain } from "./contenders/langchain.ts";
import { libphonenumber } from "./contenders/libphonenumber.ts";
import { openaiGuardrails } from "./contenders/openai-guardrails.ts";
import { openredaction } from "./contenders/openredaction.ts";
import { redactPIILight, redactpii, removePII } from "./contenders/redactors.ts";
import { secretlint } from "./contenders/secretlint.ts";

/** The name of hedgemage among those who are measured. */
export const SUBJECT = "hedgemage";

const all: readonly Contender[] = [
  hedgemage,
  openredaction,
  arcjet,
  langchain,
  openaiGuardrails,
  redactPIILight,
  redactpii,
  removePII,
  libphonenumber,
  secretlint,
  vard,
  aidefence,
  reactiveAgents,
  llmGuardrail,
  llmverify,
];

/** Those whose packages are there, and the names of the others. */
export function contenders(): { readonly here: readonly Contender[]; readonly missing: readonly string[] } {
  const isHere = ({ packages }: Contender): boolean =>
    packages.every((name) => existsSync(new URL(`../node_modules/${name}/package.json`, import.meta.url)));
  return { here: all.filter(isHere), missing: all.filter((one) => !isHere(one)).map(({ who }) => who) };
}

/** Packages that were tried and do not run here, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "@presidio-dev/hai-guardrails":
    "1.12.0 ends the process: it starts a worker from a path of the machine it was built on",
  "redact-pii":
    "brings a client of a cloud service; @libretto/redact-pii-light has the same patterns without it",
};
