export { type WorkersPlatformOptions, workersPlatform } from "./platform.ts";
