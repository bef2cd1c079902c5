import type { SkillRecord } from "../contracts/skills.ts";

const longestDescription = 4000;
const longestBody = 200_000;
const kinds: readonly unknown[] = ["authored", "promoted", "candidate"];

/** A record of a skill as somebody else has written it, checked: the record, or what is wrong with it, without its text. */
export function readSkill(value: unknown): SkillRecord | string {
  if (typeof value !== "object" || value === null) return "A skill is an object.";
  const fields: Readonly<Record<string, unknown>> = { version: 1, type: "authored", ...value };
  const { name, description, body, version, type, tags } = fields;
  if (typeof name !== "string" || !/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
    return "The name of a skill is 1 to 64 letters, digits, -, _ and ., and begins with a letter or digit.";
  }
  if (
    typeof description !== "string" ||
    description.trim() === "" ||
    description.length > longestDescription
  ) {
    return `The description of the skill "${name}" is a text of at most ${longestDescription} characters.`;
  }
  if (typeof body !== "string" || body.trim() === "" || body.length > longestBody) {
    return `The body of the skill "${name}" is a text of at most ${longestBody} characters.`;
  }
  if (typeof version !== "number" || !Number.isInteger(version) || version < 0) {
    return `The version of the skill "${name}" is a whole number.`;
  }
  if (!isKind(type)) return `The type of the skill "${name}" is authored, promoted or candidate.`;
  if (tags !== undefined && !isTexts(tags)) return `The tags of the skill "${name}" are a list of texts.`;
  return { name, description, version, type, body, ...(tags && { tags }) };
}

function isKind(type: unknown): type is SkillRecord["type"] {
  return kinds.includes(type);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
