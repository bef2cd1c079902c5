import type { FileReader } from "../../src/contracts/platform.ts";
import type { FrontMatter } from "../../src/contracts/prompt-file.ts";
import type { PromptLock } from "../../src/contracts/refined-prompt.ts";
import type { SystemPromptMeta } from "../../src/contracts/system-prompt.ts";
import {
  LOCK_PATH,
  readIfThere,
  readPromptLock,
  type WholePromptLock,
} from "../../src/prompt/refine/lock-file.ts";
import { promptModuleCode } from "./prompt-module.ts";
import { withoutRefiner } from "./without-refiner.ts";

/** How prompts become modules. */
export interface PromptPluginOptions {
  /**
   * Which files become prompts without `?prompt` behind their name: a pattern or a test of the absolute path, such as
   * `/\/prompts\/.*\.md$/`.
   */
  readonly include?: RegExp | ((path: string) => boolean) | undefined;
  /** The lockfile: its path, what it imports as, or `false` for none. Default `"prompts.lock.json"`, where it is there. */
  readonly lock?: string | PromptLock | false | undefined;
  /**
   * Leaves the code that calls refiners out of the bundle: only what the lockfile holds is served as compiled. Give the refined
   * prompts `frozen: true` as well. A prompt without a pin is told in a warning of the bundler. Default false.
   */
  readonly frozen?: boolean | undefined;
  /** Reads the files, where the bundler has no file system (`this.fs`: rollup 4.41, vite 8). */
  readonly files?: Pick<FileReader, "readText"> | undefined;
}

/**
 * What a module of a prompt exports. Tell TypeScript of it in a file of declarations:
 *
 * ```ts
 * declare module "*.md?prompt" {
 *   const text: string;
 *   const hash: string;
 *   const lock: import("hedgemage/prompt").PromptLock;
 *   export { hash, lock, text as default };
 * }
 * ```
 */
export interface PromptModule {
  /** The template: all but the front matter. */
  readonly default: string;
  readonly text: string;
  /** The SHA-256 of the file's text with line feeds and without a byte order mark, as 64 hexadecimal digits. */
  readonly hash: string;
  /** `name`, `version`, `description` and `required` of the front matter. */
  readonly meta: SystemPromptMeta;
  /** All of the front matter. */
  readonly data: FrontMatter;
  /** The two parts of a file that a line `---` divides, for `budgetedPrompt`. */
  readonly parts: { readonly intro: string; readonly instructions: string } | undefined;
  /** The pins of the lockfile that were compiled from this text as a prompt of one instruction. */
  readonly lock: PromptLock;
}

/** The part of a bundler's plugin context that is used. */
export interface BundlerContext {
  readonly fs?: {
    readFile(path: string, options: { readonly encoding: "utf8" }): Promise<string | Uint8Array>;
  };
  resolve(
    source: string,
    importer?: string,
    options?: { readonly skipSelf?: boolean },
  ): Promise<{ readonly id: string; readonly external?: unknown } | null>;
  addWatchFile(path: string): void;
  warn(message: string): void;
}

/** A plugin of rollup, of rolldown and of vite. */
export interface BundlerPlugin {
  readonly name: string;
  readonly enforce: "pre";
  configResolved(config: { readonly root: string }): void;
  resolveId(this: BundlerContext, source: string, importer: string | undefined): Promise<string | null>;
  load(this: BundlerContext, id: string): Promise<{ code: string; map: null } | null>;
  transform(code: string, id: string): { code: string; map: null } | null;
}

const QUERY = "?prompt";

/**
 * Makes modules of Markdown prompts in rollup, rolldown and vite: `import support, { lock } from "./support.md?prompt"`. The
 * text and its hash are fixed when the page is built, and so are the pins that `prompts.lock` has compiled from it: with
 * `frozen: true` the page ships no refiner.
 *
 * A file that cannot be read as a prompt, and a lockfile that is none, fail the build with `InvalidRequestError`
 * (`PROVIDER_INVALID_REQUEST`).
 *
 * @example
 * // rollup.config.js or vite.config.js: { plugins: [promptPlugin({ frozen: true })] }
 * promptPlugin({ frozen: true }).name; // "hedgemage-prompts"
 */
export function promptPlugin(options: PromptPluginOptions = {}): BundlerPlugin {
  const { include, lock = LOCK_PATH, frozen = false, files } = options;
  let root = "";
  const isPrompt = (id: string): boolean =>
    id.endsWith(QUERY) ||
    // A pattern with a flag "g" would go on from where it found the last one.
    (typeof include === "function" ? include(id) : include !== undefined && id.search(include) >= 0);

  const read = async (context: BundlerContext, path: string): Promise<string> => {
    if (files) return files.readText(path);
    if (context.fs) return String(await context.fs.readFile(path, { encoding: "utf8" }));
    throw new Error('This bundler reads no files for plugins. Pass "files" to promptPlugin.');
  };

  const lockOf = async (context: BundlerContext): Promise<WholePromptLock> => {
    if (typeof lock === "object") return readPromptLock(lock);
    const empty: WholePromptLock = { v: 1, prompts: {}, pins: {} };
    if (lock === false) return empty;
    const path = root === "" || /^(?:[a-z]:)?[\\/]/i.test(lock) ? lock : `${root}/${lock}`;
    const text = await readIfThere(() => read(context, path));
    if (text === undefined) return empty;
    context.addWatchFile(path);
    return readPromptLock(text, path);
  };

  return {
    name: "hedgemage-prompts",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null;
      const resolved = await this.resolve(source.slice(0, -QUERY.length), importer, { skipSelf: true });
      return resolved && !resolved.external ? resolved.id + QUERY : null;
    },
    async load(id) {
      if (!isPrompt(id)) return null;
      const path = id.endsWith(QUERY) ? id.slice(0, -QUERY.length) : id;
      const [text, whole] = await Promise.all([read(this, path), lockOf(this)]);
      this.addWatchFile(path);
      const { code, pins } = await promptModuleCode(text, path, whole);
      if (frozen && pins === 0) this.warn(`The lockfile of prompts has no pin for "${path}".`);
      return { code, map: null };
    },
    transform: (code, id) => (frozen ? withoutRefiner(code, id) : null),
  };
}
