export type * from "../contracts/detector.ts";
