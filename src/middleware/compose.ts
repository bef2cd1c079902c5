import type { AgentMiddleware, Hooks, ToolHookContext, ToolOutcome } from "../contracts/middleware.ts";

/**
 * Puts middleware from several places into one list, in the order given; nothing is sorted or dropped.
 *
 * @example
 * agent({ model, middleware: compose(standardStack, auditTrail) });
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
 * forTool(["paid_api"], rateLimit);
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
