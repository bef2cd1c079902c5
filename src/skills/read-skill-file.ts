import type { SkillRecord } from "../contracts/skills.ts";
import { readSkill } from "./read-skill.ts";

/**
 * The record of a `SKILL.md`. What has no name there is named after its folder. Such files come from everywhere: of the YAML above
 * the text, the four fields of a skill are read however they are written, and what else stands there is passed over.
 */
export function readSkillFile(text: string, folder: string): SkillRecord | string {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const end =
    lines[0]?.trimEnd() === "---" ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") : -1;
  const fields = fieldsOf(lines.slice(1, Math.max(1, end)));
  const { name, description, version, tags } = Object.fromEntries(fields);
  return readSkill({
    name: name ? textOf(name) : folder,
    description: description && textOf(description),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
    // Of a version such as 1.2.0 the first number counts.
    ...(version && { version: Number(/^\d+/.exec(textOf(version))?.[0]) }),
    ...(tags && { tags: listOf(tags) }),
  });
}

/** The fields at the left margin: what stands behind the colon, and the lines that belong to it. */
function fieldsOf(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let field: string[] | undefined;
  for (const line of lines) {
    const [, key, value = ""] = /^([A-Za-z][\w-]*)[ \t]*:(?:[ \t](.*))?$/.exec(line) ?? [];
    if (key === undefined) field?.push(line.trim());
    else {
      field = [value.trim()];
      fields.set(key, field);
    }
  }
  return fields;
}

/** A text in quotes, bare, or as a block behind `>` or `|`; always on one line. */
function textOf([first = "", ...more]: readonly string[]): string {
  const text = (/^[>|][+-]?$/.test(first) ? more : [first, ...more]).join(" ").trim();
  const inner = text.slice(1, -1);
  if (text.length > 1 && text[0] === "'" && text.endsWith("'")) return inner.replaceAll("''", "'");
  if (text.length > 1 && text[0] === '"' && text.endsWith('"')) return inner.replace(/\\(["\\])/g, "$1");
  return text;
}

/** A list in brackets, as lines that begin with `-`, or with commas or spaces between. */
function listOf([first = "", ...more]: readonly string[]): string[] {
  const items =
    first === ""
      ? more.map((line) => line.replace(/^-[ \t]+/, ""))
      : first.replace(/[[\]]/g, " ").split(/[\s,]+/);
  return items.map((item) => textOf([item])).filter(Boolean);
}
