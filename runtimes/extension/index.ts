export { type ExtensionPlatformOptions, extensionPlatform } from "./platform.ts";
