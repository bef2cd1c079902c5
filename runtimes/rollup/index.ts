export {
  type BundlerContext,
  type BundlerPlugin,
  type PromptModule,
  type PromptPluginOptions,
  promptPlugin,
} from "./prompt-plugin.ts";
