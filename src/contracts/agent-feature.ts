import type { AgentMiddleware } from "./middleware.ts";
import type { ToolContract } from "./tool.ts";

/** What a feature adds to an agent: tools that the model sees, and hooks around its runs. */
export interface AgentParts {
  readonly tools?: readonly ToolContract[] | undefined;
  /** Outside of the agent's own: its `before` comes first, its `after` last, when all guards have passed the run. */
  readonly middleware?: readonly AgentMiddleware[] | undefined;
  /** Inside of the agent's own: it sees what they let pass, just before the model does. */
  readonly inner?: readonly AgentMiddleware[] | undefined;
}

/** A value that an agent is given and that adds to it, such as a memory or a library of skills. */
export interface AgentFeature {
  /** Asked for once per agent, when its first run begins. Its tools come behind the agent's own; a name that is taken ends the run. */
  forAgent(): AgentParts | Promise<AgentParts>;
}
