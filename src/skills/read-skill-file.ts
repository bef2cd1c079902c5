import type { SkillRecord } from "../contracts/skills.ts";
import { splitFrontMatter } from "../prompt/files/front-matter.ts";
import { readSkill } from "./read-skill.ts";

/** The record of a `SKILL.md`. What has no name there is named after its folder. */
export function readSkillFile(text: string, folder: string): SkillRecord | string {
  const { data, body } = splitFrontMatter(text.replaceAll("\r\n", "\n"), `${folder}/SKILL.md`);
  const { name = folder, description, version, tags } = data;
  return readSkill({
    name,
    description,
    body: body.trim(),
    ...(version !== undefined && { version: Number(version) }),
    ...(tags !== undefined && {
      tags: typeof tags === "string" ? tags.split(/[\s,]+/).filter(Boolean) : tags,
    }),
  });
}
