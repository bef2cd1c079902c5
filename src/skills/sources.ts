import type { SkillCatalogEntry, SkillRecord } from "../contracts/skills.ts";
import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { messageOf } from "../core/errors/message-of.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { readSkill } from "./read-skill.ts";
import { readSkillFile } from "./read-skill-file.ts";
import type {
  DirectorySkillSource,
  ImportSkillSource,
  SkillSource,
  UrlSkillSource,
} from "./skills-config.ts";

/** A source at work. Both methods reject where it cannot be read. */
export interface OpenSource {
  /** What it is called in the log. */
  readonly name: string;
  list(): Promise<readonly SkillCatalogEntry[]>;
  load(name: string): Promise<SkillRecord | undefined>;
}

const mostSkills = 1000;

/** Opens a source. Nothing is read before it is asked for. */
export function openSource(source: SkillSource): OpenSource {
  switch (source.type) {
    case "store": {
      const { store } = source;
      return {
        name: "store",
        list: async () => checked("store", [...(await store.list())].map(readEntry)),
        load: async (name) => {
          const record = await store.load(name);
          return record && checked("store", [readSkill(record)]).find((one) => one.name === name);
        },
      };
    }
    case "directory":
      return fromRecords(source.path, () => readDirectory(source));
    case "url":
      return fromRecords(source.url, () => readManifest(source), source.cacheTtlMs);
    case "import":
      return fromRecords("import", () => importSkills(source));
  }
}

/** A source that is read as a whole, and kept. */
function fromRecords(name: string, read: () => Promise<readonly SkillRecord[]>, ttlMs?: number): OpenSource {
  let kept: { readonly records: Promise<readonly SkillRecord[]>; readonly at: number } | undefined;
  const records = (): Promise<readonly SkillRecord[]> => {
    const now = Date.now();
    if (!kept || (ttlMs !== undefined && now - kept.at >= ttlMs)) {
      const reading = { records: read(), at: now };
      kept = reading;
      // What failed is tried again by the next who asks.
      reading.records.catch(() => {
        if (kept === reading) kept = undefined;
      });
    }
    return kept.records;
  };
  return {
    name,
    list: records,
    // Of two with the same name, the later one counts.
    load: async (wanted) => (await records()).findLast((record) => record.name === wanted),
  };
}

async function readDirectory({
  path,
  files = getAIConfig().files,
}: DirectorySkillSource): Promise<SkillRecord[]> {
  if (!files) {
    throw new ConfigError(
      `The skills in ${JSON.stringify(path)} cannot be read: there is no reader of files. Pass "files", or set ai.config({ files }).`,
    );
  }
  const root = path.replace(/[/\\]$/, "");
  const found = (await files.list(root)).map((file) => file.replaceAll("\\", "/"));
  const skillFiles = found.filter((file) => /^[^/]+\/SKILL\.md$/.test(belowRoot(file, root)));
  const read = skillFiles.slice(0, mostSkills).map(async (file): Promise<unknown> => {
    const folder = belowRoot(file, root).split("/")[0] ?? "";
    try {
      return readSkillFile(await files.readText(file), folder);
    } catch (error) {
      return messageOf(error);
    }
  });
  return checked(path, await Promise.all(read));
}

/** The path below the folder, of a reader that gives whole paths or such as begin there. */
function belowRoot(file: string, root: string): string {
  const place = `${root.replaceAll("\\", "/").replace(/^\.\//, "")}/`;
  const at = file.startsWith(place) ? 0 : file.indexOf(`/${place}`) + 1;
  return at > 0 || file.startsWith(place) ? file.slice(at + place.length) : file.replace(/^\.\//, "");
}

async function readManifest(source: UrlSkillSource): Promise<SkillRecord[]> {
  // The way out through the outbound policy is long, and only this source goes it.
  const { fetchManifest } = await import("./fetch-manifest.ts");
  const list = await fetchManifest(source);
  return checked(source.url, list.slice(0, mostSkills).map(readSkill));
}

async function importSkills({ skills }: ImportSkillSource): Promise<SkillRecord[]> {
  const found = typeof skills === "function" ? await skills() : skills;
  return checked("import", ("default" in found ? found.default : found).map(readSkill));
}

/** An entry of a store's catalog, checked as a whole skill is. */
function readEntry(entry: SkillCatalogEntry): SkillRecord | string {
  return readSkill({ ...entry, body: "-" });
}

/** The records that can be used. The others are told to the log: one of them is no reason to go without the rest. */
function checked(source: string, found: readonly unknown[]): SkillRecord[] {
  const problems = found.filter((one) => typeof one === "string");
  for (const problem of problems) {
    // A logger that throws must not break what goes on without the skill.
    try {
      getAIConfig().logger?.warn?.("ai.skills", "skill.unreadable", problem, { source });
    } catch {}
  }
  if (problems.length > 0 && problems.length === found.length) {
    throw new InvalidRequestError(`No skill of ${source} can be read: ${problems[0]}`);
  }
  return found.filter((one): one is SkillRecord => typeof one === "object" && one !== null);
}
