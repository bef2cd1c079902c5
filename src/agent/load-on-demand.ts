import { type Lazy, lazy } from "../core/lazy.ts";

/** What makes runs durable. */
export const durable: Lazy<typeof import("./durable/index.ts")> = /* @__PURE__ */ lazy(
  () => import("./durable/index.ts"),
);

/** The parts of an agent that only some runs need. */
export const onDemand: Lazy<typeof import("./on-demand.ts")> = /* @__PURE__ */ lazy(
  () => import("./on-demand.ts"),
);

/** What only agents with a harness do. */
export const harnessTurns: Lazy<typeof import("./harness-turns.ts")> = /* @__PURE__ */ lazy(
  () => import("./harness-turns.ts"),
);
