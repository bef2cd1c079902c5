import type { AgentMiddleware } from "./middleware.ts";
import type { ToolContract } from "./tool.ts";

/** What a feature adds to an agent: tools that the model sees, and hooks around its runs. */
export interface AgentParts {
  readonly tools?: readonly ToolContract[] | undefined;
  readonly middleware?: readonly AgentMiddleware[] | undefined;
}

/** A value that an agent is given and that adds to it, such as a memory or a library of skills. */
export interface AgentFeature {
  /** Asked for once per agent, when its first run begins. Its tools come behind the agent's own, its middleware outside of them. */
  forAgent(): AgentParts | Promise<AgentParts>;
}
