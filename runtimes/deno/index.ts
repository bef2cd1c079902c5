export { type DenoFileSystem, denoFiles } from "./files.ts";
export { type DenoResolver, denoPlatform } from "./platform.ts";
