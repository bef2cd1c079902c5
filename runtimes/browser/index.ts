export { type BrowserPlatformOptions, browserPlatform } from "./platform.ts";
