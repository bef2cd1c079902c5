export type { FileReader, Platform, ResolveHost } from "../core/platform.ts";
