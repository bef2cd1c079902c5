import type { Embedder } from "../contracts/embedder.ts";
import type { OutboundPolicy } from "../contracts/outbound-policy.ts";
import type {
  GuardedSkill,
  SkillEvent,
  SkillRecord,
  SkillReviewGate,
  SkillsStoreContract,
} from "../contracts/skills.ts";
import type { FileReader } from "../core/platform.ts";

/** Skills as an application has them: `version` 1 and `type` `authored` where they are left out. */
export type SkillInput = Pick<SkillRecord, "name" | "description" | "body"> &
  Partial<Pick<SkillRecord, "version" | "tags" | "type">>;

/** Skills in the folders of a folder: `path/<folder>/SKILL.md`, with `name`, `description`, `version` and `tags` as front matter. */
export interface DirectorySkillSource {
  readonly type: "directory";
  readonly path: string;
  /** Reads the files. Default that of `ai.config({ files })`. */
  readonly files?: FileReader | undefined;
}

/** Skills of a JSON manifest: a list of records, or `{ skills: [ … ] }`. It is fetched under a policy, and checked. */
export interface UrlSkillSource {
  readonly type: "url";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly policy?: OutboundPolicy | undefined;
  /** After how many milliseconds it is fetched again. Never where it is left out. */
  readonly cacheTtlMs?: number | undefined;
}

/** Skills of a store. */
export interface StoreSkillSource {
  readonly type: "store";
  readonly store: SkillsStoreContract;
}

/** Skills that the application has at hand, or imports when they are needed. */
export interface ImportSkillSource {
  readonly type: "import";
  readonly skills:
    | readonly SkillInput[]
    | (() => Promise<readonly SkillInput[] | { readonly default: readonly SkillInput[] }>);
}

/** Where skills come from. */
export type SkillSource = DirectorySkillSource | UrlSkillSource | StoreSkillSource | ImportSkillSource;

/**
 * Which bodies a run begins with: all of them, or those nearest to its input by cosine. Without an embedder, vectors of the words that
 * input and descriptions have in common are compared, and skills that share none are left out.
 */
export type SkillInjectMode =
  | "all"
  | {
      readonly select: "semantic";
      readonly topK: number;
      readonly embedder?: Embedder | undefined;
      /** The least cosine. Default none. */
      readonly threshold?: number | undefined;
    };

/** Options of `skills`. */
export interface SkillsConfig {
  /** Stands in the catalog and in errors. */
  readonly name: string;
  /** One or more; of skills with the same name, that of the later source counts. */
  readonly sources: readonly SkillSource[];
  /** Default none: the model loads what it needs. */
  readonly inject?: SkillInjectMode | undefined;
  /** How many skills a run may load. Default 5. */
  readonly maxLoadsPerRun?: number | undefined;
  /** Only skills with one of these tags. A function gets what `catalog(scopeInput)` was given: the input of the run, in an agent. */
  readonly scope?:
    | { readonly tags: readonly string[] }
    | ((input: string | undefined) => { readonly tags: readonly string[] })
    | undefined;
  /** Lets agents write skills, and decides what becomes of them. */
  readonly review?: SkillReviewGate | undefined;
  /** Told what happens. What it throws is dropped. */
  readonly analytics?: ((event: SkillEvent) => unknown) | undefined;
  /** Looks at each body before a model reads it, such as `(text) => ai.guardrail.data([injection()], text)`. */
  readonly guard?:
    | ((
        text: string,
        options: { readonly signal?: AbortSignal | undefined },
      ) => GuardedSkill | Promise<GuardedSkill>)
    | undefined;
}
