import type { ModelCapabilities } from "../../contracts/model.ts";

const NEWEST = 3.8;

/**
 * The generation of a Gemini model by its name, such as 2.5, on which its rules depend; that of the newest model for names
 * that follow it, and 0 for other models.
 *
 * @example
 * generationOf("publishers/google/models/gemini-2.5-flash"); // 2.5
 */
export function generationOf(name: string): number {
  const model = modelOf(name);
  const [, number] = /gemini-(?:live-)?(\d{1,2}(?:\.\d)?)/.exec(model) ?? [];
  if (number) return Number(number);
  if (/^gemini-(?:robotics|[a-z-]+-latest$)/.test(model)) return model.includes("robotics") ? 2.5 : NEWEST;
  return 0;
}

/**
 * What a model can do, by its name. A table of known families; what it does not know it denies.
 *
 * @example
 * capabilitiesOf("gemini-2.5-flash").reasoning; // true
 */
export function capabilitiesOf(name: string): ModelCapabilities {
  const model = modelOf(name);
  const generation = generationOf(name);
  if (/tts|embedding/.test(model)) return {};
  if (/gemma-(?:3n|3-(?!1b)|[4-9])/.test(model) || (generation >= 2 && /-image/.test(model))) {
    return { vision: true };
  }
  if (generation < 1.5) return {};
  const senses = { vision: true, structuredOutput: true, audio: true, pdf: true };
  return generation >= 2.5 ? { ...senses, reasoning: true } : senses;
}

function modelOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}
