import type { AgentMiddleware, Hooks, ToolHookContext, ToolOutcome } from "../contracts/middleware.ts";

/**
 * Puts middleware from several places into one list, in the order given; nothing is sorted or dropped.
 *
 * @example
 * const standard = [ai.middleware.budget({ maxTokens: 50_000 })];
 * ai.middleware.compose(standard, ai.middleware.guardrail({})).map(({ name }) => name); // ["budget", "guardrail"]
 */
export function compose(
  ...sources: readonly (AgentMiddleware | readonly AgentMiddleware[])[]
): AgentMiddleware[] {
  return sources.flat();
}

/**
 * Lets the `tool` hooks of a middleware run for the named tools only; its other hooks stay as they are.
 *
 * @example
 * const audit: ai.AgentMiddleware = { name: "audit", tool: { before: ({ tool }) => console.log(tool.name) } };
 * const auditPayments = ai.middleware.forTool(["pay", "refund"], audit);
 */
export function forTool(names: string | readonly string[], middleware: AgentMiddleware): AgentMiddleware {
  const { tool } = middleware;
  if (!tool) return middleware;
  const wanted = new Set(typeof names === "string" ? [names] : names);
  const applies = (context: ToolHookContext): boolean => wanted.has(context.tool.name);
  const scoped: Hooks<ToolHookContext, ToolOutcome> = {
    before: (context) => (applies(context) ? tool.before?.(context) : undefined),
    after: (context, outcome) => (applies(context) ? tool.after?.(context, outcome) : undefined),
    onError: (context, error) => (applies(context) ? tool.onError?.(context, error) : undefined),
  };
  return { ...middleware, tool: scoped };
}
