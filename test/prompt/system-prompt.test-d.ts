import { expectTypeOf } from "vitest";
import type { PromptRegistration, PromptsManagerContract } from "../../src/contracts/prompts-manager.ts";
import type {
  InstructionContract,
  PersonaContract,
  SystemPromptContract,
  SystemPromptMeta,
} from "../../src/contracts/system-prompt.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { parseTemplate, renderPlaceholders } from "../../src/prompt/grammar.ts";
import { checkParity, type ParityReport } from "../../src/prompt/parity.ts";
import { prompts } from "../../src/prompt/prompts.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";

const prompt = systemPrompt("x", { name: "types", required: ["a"] });
expectTypeOf(prompt).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(systemPrompt()).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(systemPrompt([persona("a"), instruction("b")])).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(systemPrompt.fromFile("a.md")).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(persona("a")).toEqualTypeOf<PersonaContract>();
expectTypeOf(instruction("a")).toEqualTypeOf<InstructionContract>();
expectTypeOf(persona("a").type).toEqualTypeOf<"persona">();

expectTypeOf(prompt.meta()).toEqualTypeOf<SystemPromptMeta | undefined>();
expectTypeOf(prompt.meta({ version: "2" })).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(prompt.meta({ version: undefined })).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(prompt.merge("types", { fromVersion: "1" })).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(prompt.merge(persona("a"), instruction("b"), prompt)).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(prompt.resolve).parameter(0).toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
expectTypeOf(prompt.resolve({ a: 1, b: { c: [true] } })).toEqualTypeOf<string>();

expectTypeOf(prompts()).toEqualTypeOf<PromptsManagerContract>();
expectTypeOf(prompts.register(prompt)).toEqualTypeOf<PromptRegistration>();
expectTypeOf(prompts.get("a", "1")).toEqualTypeOf<SystemPromptContract>();
expectTypeOf(prompts.resolve("a", undefined, { b: 1 })).toEqualTypeOf<string>();
expectTypeOf(prompts.list()).toEqualTypeOf<string[]>();

expectTypeOf(parseTemplate).returns.not.toBeAny();
expectTypeOf(renderPlaceholders("x")).toEqualTypeOf<string>();
expectTypeOf(checkParity("a", "b")).toEqualTypeOf<ParityReport>();

// @ts-expect-error a block list holds blocks, not texts
systemPrompt(["text"]);
// @ts-expect-error options belong to a name, not to a block
prompt.merge(persona("a"), { fromVersion: "1" });
// @ts-expect-error an instruction is no persona
prompt.persona(instruction("a"));
// @ts-expect-error meta has no such key
prompt.meta({ label: "x" });
// @ts-expect-error the blocks of a prompt cannot be changed
prompt.blocks.push(persona("a"));
