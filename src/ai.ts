// What the package exports, by subject.

// Agents

export { type AgentFactory, agent } from "./agent/agent.ts";
export type { AgentConfig, AgentModelOptions, AgentToolEntry, JudgeConfig } from "./agent/agent-config.ts";
export type * from "./contracts/agent.ts";
export type * from "./contracts/attachment.ts";
export { type SpawnSubAgentSpec, spawnSubAgent } from "./spawn/spawn-sub-agent.ts";

// Tools

export type * from "./contracts/tool.ts";
export { type AdaptableExecutable, type AsToolOptions, asTool } from "./tool/as-tool.ts";
export { type ToolConfig, tool } from "./tool/tool.ts";

// Models and messages

export type * from "./contracts/embedder.ts";
export type * from "./contracts/image-model.ts";
export type * from "./contracts/message.ts";
export type * from "./contracts/model.ts";
export type * from "./contracts/speech-model.ts";
export type * from "./contracts/transcription-model.ts";
export { totalCost } from "./core/total-cost.ts";
export { costOf, type ModelPricing, type Usage, type UsageCost } from "./core/usage.ts";
export type {
  Cassette,
  CassetteEntry,
  CassetteOutcome,
  RecordedError,
  RecordedRequest,
} from "./model/cassette.ts";
export type { FallbackAttempt, FallbackBackoff } from "./model/fallback-call.ts";
export {
  type FallbackModel,
  type FallbackModelContract,
  type FallbackOptions,
  fallbackModel,
} from "./model/fallback-model.ts";
export { DEFAULT_HASH_OPTIONS, type HashOption, hashRequest } from "./model/hash-request.ts";
export { type PrivacyRouter, type PrivacyRouterOptions, privacyRouter } from "./model/privacy-router.ts";
export type { PrivacyRoute } from "./model/privacy-routing.ts";
export type { RedactText } from "./model/redact-recording.ts";
export { type VcrMode, type VcrModel, type VcrOptions, vcr } from "./model/vcr.ts";

// Media

export type * from "./contracts/media.ts";
export type * from "./contracts/moderation.ts";
export { audioFromBuffer, audioFromFile } from "./media/audio-input.ts";
export { image } from "./media/image.ts";
export { speech } from "./media/speech.ts";
export { transcribe } from "./media/transcribe.ts";

// Schemas

export type * from "./contracts/schema.ts";
export * from "./schema/index.ts";

// Prompts

export type * from "./contracts/budgeted-prompt.ts";
export type * from "./contracts/prompt-file.ts";
export type * from "./contracts/prompt-lock.ts";
export type * from "./contracts/prompt-optimization.ts";
export type * from "./contracts/prompt-registry.ts";
export type * from "./contracts/prompts-manager.ts";
export type * from "./contracts/refined-prompt.ts";
export type * from "./contracts/super-prompt.ts";
export type * from "./contracts/system-prompt.ts";
export { instruction, persona } from "./prompt/blocks.ts";
export { budgetedPrompt } from "./prompt/budget/budgeted-prompt.ts";
export type { SystemPromptInput } from "./prompt/build-system-prompt.ts";
export { promptFile } from "./prompt/files/prompt-file.ts";
export { promptParts } from "./prompt/files/prompt-parts.ts";
export type { PromptLintFinding, PromptLintOptions, PromptLintRule } from "./prompt/lint-finding.ts";
export { lintPrompt, type PromptLintIssue } from "./prompt/lint-prompt.ts";
export { checkParity, type ParityIssue, type ParityReport } from "./prompt/parity.ts";
export { prompt } from "./prompt/prompt-facade.ts";
export type { PromptFromFileOptions } from "./prompt/prompt-from-file.ts";
export { promptKey } from "./prompt/prompt-key.ts";
export { defaultPromptsManager, type Prompts, prompts } from "./prompt/prompts.ts";
export { type SuperPromptOptions, type SuperPromptWriter, superPrompt } from "./prompt/super-prompt.ts";
export { SystemPrompt, type SystemPromptFactory, systemPrompt } from "./prompt/system-prompt.ts";

// What agents learn

export type * from "./contracts/harness.ts";
export {
  type Harness,
  type HarnessApprovalQuestion,
  type HarnessAutoOptions,
  type HarnessOptions,
  harness,
} from "./harness/harness.ts";

// Middleware

export type * from "./contracts/middleware.ts";
export type {
  BudgetContract,
  BudgetContractViolation,
  BudgetDimension,
  BudgetOptions,
  BudgetPricing,
} from "./middleware/budget.ts";
export { readBudgetFallbackSignal } from "./middleware/budget.ts";
export type { CompactionOptions, CompactionResult, Summarizer } from "./middleware/compaction.ts";
export type {
  GuardrailCheck,
  GuardrailCheckResult,
  GuardrailMiddlewareOptions,
} from "./middleware/guardrail.ts";
export * as middleware from "./middleware/index.ts";
export type { SemanticCacheOptions, SemanticCacheScope } from "./middleware/semantic-cache.ts";

// Guards

export type * from "./contracts/detector.ts";
export type { Canary, CanaryDetectorOptions, CanaryOptions } from "./guardrail/canary.ts";
export { guard } from "./guardrail/guard.ts";
export type { GuardDataOptions, GuardedData, GuardedFlag } from "./guardrail/guard-data.ts";
export type * from "./guardrail/guard-options.ts";
export { guardrail } from "./guardrail/guardrail.ts";
export type { InjectionSource } from "./guardrail/injection/patterns.ts";
export type { InjectionJudge, InjectionOptions } from "./guardrail/injection.ts";
export type { ModerationClient, ModerationGuardOptions } from "./guardrail/moderation.ts";
export type { PiiCategory, PiiOptions, PiiSpan } from "./guardrail/pii.ts";
export type { SecretFamily, SecretsOptions } from "./guardrail/secrets.ts";
export type { SpotlightOptions } from "./guardrail/spotlight.ts";
export type { TopicOptions } from "./guardrail/topic.ts";
export type { Vault, VaultOptions } from "./guardrail/vault.ts";
export type { VaultLike, VaultOwner, VaultSession } from "./guardrail/vault-session.ts";

// People who decide

export type * from "./contracts/interrupt.ts";
export {
  type ApprovalHandler,
  approval as humanApproval,
  type HumanApprovalOptions,
} from "./human/approval.ts";
export type { ApprovalKey, ApprovalKeys } from "./human/approval-key.ts";
export {
  evaluatePolicy,
  type InterruptPolicy,
  type PolicyContext,
  type PolicyVerdict,
} from "./human/evaluate-policy.ts";
export * as human from "./human/index.ts";
export {
  memory as interruptMemory,
  pg as interruptPg,
  redis as interruptRedis,
} from "./human/interrupt.ts";
export type { InterruptResumeOptions, ResumedAgent, ResumeResult } from "./human/resume.ts";

// Runs that survive their process

export { cancelRun } from "./agent/cancel-run.ts";
export { drainRuns } from "./agent/drain-runs.ts";
export type { CancelledRun, CancelRunOptions } from "./agent/durable/cancel-run.ts";
export type { DrainedRun, DrainOptions, ResumableAgent } from "./agent/durable/drain-runs.ts";
export type * from "./contracts/snapshot.ts";
export * as snapshot from "./store/snapshot.ts";

// Stores

export type * from "./contracts/checkpoint.ts";
export type * from "./contracts/default-stores.ts";
export type * from "./contracts/store.ts";
export { type Cache, type CacheOptions, type CacheWrite, cache } from "./store/cache.ts";
export * as checkpoint from "./store/checkpoint.ts";
export { defineStore, mayChange, type RecordHead, type StoreOptions } from "./store/define-store.ts";
export { type KeyValueStore, type StoreFromOptions, storeFrom } from "./store/key-value-store.ts";
export { memoryStore } from "./store/memory-store.ts";
export { type Pin, type PinOptions, type Pins, pins } from "./store/pins.ts";
export type { PgClientLike, PgRow } from "./store/postgres-client.ts";
export { type PostgresStoreOptions, postgresStore } from "./store/postgres-store.ts";
export {
  type IoRedisClientLike,
  type NodeRedisClientLike,
  type RedisClientLike,
  type RedisStoreOptions,
  redisStore,
  type UpstashRedisClientLike,
} from "./store/redis-store.ts";
export type { SchemaStore } from "./store/schema-store.ts";
export type { ViewOptions } from "./store/view-place.ts";

// Retrieval

export * from "./rag/index.ts";

// Memory and skills

export type * from "./contracts/agent-feature.ts";
export type * from "./contracts/memory.ts";
export type * from "./contracts/skills.ts";
export {
  type EpisodicMemoryConfig,
  type MemoryConfig,
  memory,
  type ProceduralMemoryConfig,
  type SemanticMemoryConfig,
} from "./memory/memory.ts";
export * from "./skills/index.ts";

// Evaluation

export type * from "./contracts/eval.ts";
export * as eval from "./eval/index.ts";

// Outbound requests

export type * from "./contracts/outbound-policy.ts";
export type * from "./contracts/platform.ts";
export * from "./net/on-demand.ts";

// Runs, reports and events

export { END } from "./core/end.ts";
export type { EventHandlers, RunEvent, Subscribe } from "./core/events.ts";
export type { Attempt, BaseReport, ReportType, RunResult, RunStatus } from "./core/report.ts";
export type { Executable, ExecuteOptions, RunContext } from "./core/run.ts";
export type { RunStream } from "./core/run-stream.ts";

// Streams

export type * from "./contracts/event-log.ts";
export { type EventStreamResponseOptions, eventStreamResponse } from "./net/event-stream-response.ts";
export { type FetchEvents, type ReadEventStreamOptions, readEventStream } from "./net/read-event-stream.ts";
export {
  type CancelRequest,
  type CancelStreamOptions,
  cancelRequested,
  cancelStream,
  type ReadStreamOptions,
  readStream,
} from "./store/cancel-stream.ts";
export { type EventLog, type EventLogOptions, eventLog } from "./store/event-log.ts";
export type { StreamPatience } from "./store/read-rows.ts";
export {
  type ResumableStream,
  type ResumableStreamOptions,
  resumableStream,
} from "./store/resumable-stream.ts";

// Errors

export * from "./core/errors/index.ts";
export * as errors from "./core/errors/index.ts";

// Configuration, logging and observation

export type * from "./contracts/observer.ts";
export { type AIConfig, type AsyncContext, config, getAIConfig, onConfigApplied } from "./core/config.ts";
export type { Logger, LogLevel, LogMethod } from "./core/logger.ts";
export {
  clearObservers,
  getObservers,
  isObserveAll,
  notifyObservers,
  resolveObservers,
  setObserveAll,
} from "./core/observers.ts";
export { registerObserver } from "./observe/register-observer.ts";
