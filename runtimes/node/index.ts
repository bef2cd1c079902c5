export { type NodeFileSystem, nodeFiles } from "./files.ts";
export { type NodeResolver, nodePlatform } from "./platform.ts";
