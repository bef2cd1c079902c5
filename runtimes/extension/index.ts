export {
  type ChromeAreaName,
  type ChromeStorageArea,
  type ChromeStoreOptions,
  chromeStore,
} from "./chrome-store.ts";
export type { ExtensionLocks } from "./extension-context.ts";
export { type ExtensionPlatformOptions, extensionPlatform } from "./platform.ts";
