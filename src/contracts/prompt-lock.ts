import type { Usage } from "../core/usage.ts";
import type { FileReader } from "./platform.ts";
import type {
  PromptLock,
  RefinedSystemPromptContract,
  RefinedSystemPromptOptions,
} from "./refined-prompt.ts";

/** What a lockfile shall hold, and where it is. */
export interface PromptLockOptions {
  /** The refined prompts whose pins are kept. */
  readonly prompts?: readonly RefinedSystemPromptContract[] | undefined;
  /** Registered prompts whose pins are kept as well, such as `"support"` or `"support@2"`: compiled as `refined` says. */
  readonly names?: readonly string[] | undefined;
  /** How the prompts of `names` are compiled. */
  readonly refined?: RefinedSystemPromptOptions | undefined;
  /** Reads and writes the file. Without it, nothing is read, and only `write` is told the text. */
  readonly files?: FileReader | undefined;
  /** Where the file is. Default `"prompts.lock.json"`. */
  readonly path?: string | undefined;
  /** Takes the text where it differs from what was there, in place of the file or beside it. */
  readonly write?: ((text: string) => unknown) | undefined;
  /** What the lockfile holds by now, as its text or as what it imports as; what `files` read otherwise. */
  readonly existing?: string | PromptLock | undefined;
  /** Leaves out the pins of all other prompts. Default false: they stay. */
  readonly prune?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of a lockfile. Pins are told by their keys. */
export interface PromptLockResult {
  readonly lock: PromptLock;
  /** The text of the file: the same for the same pins, on every runtime. */
  readonly text: string;
  /** Whether the text differs from what was there. */
  readonly changed: boolean;
  readonly added: readonly string[];
  /** Those whose pin is another one by now. */
  readonly replaced: readonly string[];
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  /** What the compilations used. */
  readonly usage: Usage;
  readonly warnings: readonly string[];
}
