// What the package exports, in the order of the documentation.

// Agents
export { type AgentFactory, agent } from "./agent/agent.ts";
export type { AgentConfig, AgentModelOptions, AgentToolEntry, JudgeConfig } from "./agent/agent-config.ts";
// Contracts
export type * from "./contracts/agent.ts";
export type * from "./contracts/attachment.ts";
export type * from "./contracts/embedder.ts";
export type * from "./contracts/eval.ts";
export type * from "./contracts/message.ts";
export type * from "./contracts/middleware.ts";
export type * from "./contracts/model.ts";
export type * from "./contracts/outbound-policy.ts";
export type * from "./contracts/platform.ts";
export type * from "./contracts/prompts-manager.ts";
export type * from "./contracts/retrieval.ts";
export type * from "./contracts/schema.ts";
export type * from "./contracts/system-prompt.ts";
export type * from "./contracts/tool.ts";
// Configuration, observation, logging
export { type AIConfig, type AsyncContext, config, getAIConfig, onConfigApplied } from "./core/config.ts";
// Runs
export { END } from "./core/end.ts";
// Errors
export * from "./core/errors/index.ts";
export * as errors from "./core/errors/index.ts";
export type { EventHandlers, RunEvent, Subscribe } from "./core/events.ts";
export type { Logger, LogLevel, LogMethod } from "./core/logger.ts";
export {
  clearObservers,
  type FlowObserveOption,
  getObservers,
  isObserveAll,
  notifyObservers,
  type Observer,
  registerObserver,
  resolveObservers,
  setObserveAll,
} from "./core/observers.ts";
export type { Attempt, BaseReport, ReportType, RunResult, RunStatus } from "./core/report.ts";
export type { Executable, ExecuteOptions, RunContext } from "./core/run.ts";
export type { RunStream } from "./core/run-stream.ts";
export { costOf, type ModelPricing, totalCost, type Usage, type UsageCost } from "./core/usage.ts";
// Evaluation
export * as eval from "./eval/index.ts";
// Middleware
export type {
  BudgetContract,
  BudgetContractViolation,
  BudgetDimension,
  BudgetOptions,
  BudgetPricing,
} from "./middleware/budget.ts";
export { readBudgetFallbackSignal } from "./middleware/budget.ts";
export type {
  GuardrailCheck,
  GuardrailCheckResult,
  GuardrailMiddlewareOptions,
} from "./middleware/guardrail.ts";
export * as middleware from "./middleware/index.ts";
// Outbound requests
export * from "./net/on-demand.ts";
// Prompts
export * from "./prompt/index.ts";
// Retrieval
export * from "./rag/index.ts";
// Schemas
export * from "./schema/index.ts";
export { type SpawnSubAgentSpec, spawnSubAgent } from "./spawn/spawn-sub-agent.ts";
// Tools
export { type AdaptableExecutable, type AsToolOptions, asTool } from "./tool/as-tool.ts";
export { type ToolConfig, tool } from "./tool/tool.ts";
