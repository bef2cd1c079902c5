import type { SkillCatalogEntry } from "../contracts/skills.ts";
import { clipped } from "../core/text/clipped.ts";

/** What an author may write who follows the open format of skills, which allows 1,024. */
const longestLine = 1024;

/** The catalog as a block of a system prompt: the same skills give the same text, whoever asks and whenever. */
export function catalogText(library: string, entries: readonly SkillCatalogEntry[]): string {
  if (entries.length === 0) return "";
  const lines = entries.map(
    ({ name, description }) => `- ${name}: ${clipped(oneLine(description), longestLine)}`,
  );
  return [
    `# Skills (${oneLine(library)})`,
    "Each is a text with instructions. Before you do what one of them is for, load it with the tool loadSkill and follow it. Load none that you do not need.",
    "",
    ...lines,
  ].join("\n");
}

/** No description can pass for another line of the prompt, or hide something from the eyes of those who review it. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{C}\p{DI}]+/gu, " ").trim();
}
