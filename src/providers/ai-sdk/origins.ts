import type { Model } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import type { AISDKUsage } from "./language-model.ts";

/** The models of this package that are models of the AI SDK: what stands on their messages is in its words already. */
export const foreignModels: WeakSet<Model> = /* @__PURE__ */ new WeakSet();

/** What a usage was in the words of the AI SDK, so that nothing is lost on the way back. */
export const usageOrigins: WeakMap<Usage, AISDKUsage> = /* @__PURE__ */ new WeakMap();
