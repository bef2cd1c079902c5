import type { OutboundFetch } from "./outbound-policy.ts";
import type {
  PromptJudgeCache,
  PromptRegistration,
  PromptsValidateOptions,
  PromptTemplateVersion,
} from "./prompts-manager.ts";
import type { PlaceholderValues, SystemPromptContract } from "./system-prompt.ts";

/** A prompt with its versions, oldest first. */
export interface PromptDefinition {
  readonly name: string;
  readonly versions: readonly PromptTemplateVersion[];
}

/** Where the prompts of a Langfuse project are. */
export interface LangfuseOptions {
  readonly publicKey: string;
  /** Reads and writes all of the project: keep it on a server. */
  readonly secretKey: string;
  /** Default `https://cloud.langfuse.com`. */
  readonly baseURL?: string | undefined;
  /** Default: the platform's. */
  readonly fetch?: OutboundFetch | undefined;
  /** Milliseconds for one answer. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** What a registry of its own is made of. */
export interface PromptRegistryOptions {
  readonly prompts?: readonly PromptDefinition[] | undefined;
  /** What `sync` reads from. */
  readonly langfuse?: LangfuseOptions | undefined;
  /** Keeps the verdicts of judges. */
  readonly judgeCache?: PromptJudgeCache | undefined;
}

/** Which version is meant, and the values of its placeholders. */
export interface PromptResolveOptions {
  /** A version or a tag. Default: the latest version. */
  readonly version?: string | undefined;
  readonly placeholders?: PlaceholderValues | undefined;
}

/** A version whose placeholders are filled. */
export interface ResolvedPrompt {
  readonly name: string;
  readonly version: string;
  readonly text: string;
  /** The text. */
  toString(): string;
  /**
   * The same text as a prompt for agents. Values stay what they are, whatever braces they hold; a placeholder that got none is
   * still there to be filled.
   */
  toSystemPrompt(): SystemPromptContract;
}

/** How good a prompt is. */
export interface PromptQuality {
  /** 0 where a placeholder is missing, else what the judge says, else 1. */
  readonly score: number;
  readonly notes: readonly string[];
}

/** What `sync` did. */
export interface PromptSync {
  /** A registration for each version of the project that is a system prompt. */
  readonly registrations: readonly PromptRegistration[];
  /** Chats without a system message. */
  readonly skipped: readonly { readonly name: string; readonly version: string }[];
}

/** A registry that shares nothing with `prompts`. */
export interface PromptRegistryContract {
  /** Adds a prompt with its versions: all, or none where one cannot be added. */
  register(definition: PromptDefinition): PromptRegistryContract;
  /** Adds one version. */
  add(name: string, version: PromptTemplateVersion): PromptRegistryContract;
  /** The versions of a name, oldest first. */
  versions(name: string): string[];
  /** Fills the placeholders of a version. */
  resolve(name: string, options?: PromptResolveOptions): ResolvedPrompt;
  /** Checks the placeholders of a version, and has a judge grade it where one is given. */
  validate(
    name: string,
    options?: PromptsValidateOptions & Pick<PromptResolveOptions, "version">,
  ): Promise<PromptQuality>;
  /**
   * Takes over all versions of a Langfuse project, with its labels as tags: all, or nothing where one cannot be. Rejects with a
   * `ProviderError` where the service refuses or does not answer, with `InvalidRequestError` where other content stands under a
   * version, with `ConfigError` (`INVALID_CONFIG`) without keys.
   */
  sync(options?: { readonly signal?: AbortSignal | undefined }): Promise<PromptSync>;
}
