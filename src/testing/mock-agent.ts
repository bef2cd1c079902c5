import { agent } from "../agent/agent.ts";
import type { AgentContract } from "../contracts/agent.ts";
import { type MockResponse, mockModel } from "./mock-model.ts";

/**
 * An agent that answers from a list, one answer per model call; the last one repeats.
 *
 * @example
 * const writer = mockAgent({ name: "writer", responses: ["a first draft", "a second draft"] });
 */
export function mockAgent(config: {
  readonly name: string;
  readonly responses: readonly (string | MockResponse)[];
}): AgentContract {
  const responses = config.responses.map((response) =>
    typeof response === "string" ? { content: response } : response,
  );
  return agent({ name: config.name, model: mockModel({ name: config.name, responses }) });
}
