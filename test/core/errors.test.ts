import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import * as errors from "../../src/core/errors/index.ts";
import { mockModel } from "../../src/testing/index.ts";

const { AIError } = errors;
const drift = { savedSignature: "a", currentSignature: "b" };
const stopped = { cancelledAt: "2026-01-01T00:00:00.000Z", reason: "enough" };

/** Every class: how it is made, its code, its category, and the fields that consumers read. */
const CLASSES = [
  [
    new errors.VcrCassetteMissError("m", { requestHash: "ab", path: "./c.json" }),
    "VCR_CASSETTE_MISS",
    "validation",
    { requestHash: "ab", path: "./c.json" },
  ],
  [new errors.AgentExecutionError("m"), "AGENT_EXEC_FAILED", "unknown", {}],
  [new errors.AgentCancelledError("m", stopped), "AGENT_CANCELLED", "cancelled", stopped],
  [new errors.AgentMaxTripsError("m", { maxTrips: 3 }), "AGENT_MAX_TRIPS", "max-trips", { maxTrips: 3 }],
  [
    new errors.SchemaValidationError("m", { issues: [] }),
    "SCHEMA_VALIDATION_FAILED",
    "schema",
    { issues: [] },
  ],
  [
    new errors.ToolExecutionError("m", { toolName: "t", tripIndex: 1 }),
    "TOOL_EXEC_FAILED",
    "tool",
    { toolName: "t", tripIndex: 1 },
  ],
  [new errors.WorkflowError("m"), "WORKFLOW_ERROR", "unknown", {}],
  [
    new errors.StepFailedError("m", { stepName: "s", attempts: 2 }),
    "STEP_FAILED",
    "unknown",
    { stepName: "s", attempts: 2 },
  ],
  [
    new errors.WorkflowDriftError("m", { ...drift, runId: "r" }),
    "WORKFLOW_DRIFT",
    "drift",
    { ...drift, runId: "r" },
  ],
  [new errors.WorkflowCancelledError("m", stopped), "WORKFLOW_CANCELLED", "cancelled", stopped],
  [
    new errors.MaxStepsExceededError("m", { maxSteps: 9 }),
    "WORKFLOW_MAX_STEPS",
    "max-steps",
    { maxSteps: 9 },
  ],
  [
    new errors.RoutingError("m", { stepName: "s", targetName: "t" }),
    "WORKFLOW_INVALID_GOTO",
    "routing",
    { stepName: "s", targetName: "t" },
  ],
  [new errors.SupervisorFailedError("m"), "SUPERVISOR_FAILED", "unknown", {}],
  [
    new errors.SupervisorFailedError("m", {}, "SUPERVISOR_DISPATCH_CYCLE"),
    "SUPERVISOR_DISPATCH_CYCLE",
    "unknown",
    {},
  ],
  [
    new errors.MaxIterationsError("m", { maxIterations: 5 }),
    "SUPERVISOR_MAX_ITERATIONS",
    "max-iterations",
    { maxIterations: 5 },
  ],
  [
    new errors.SupervisorRoutingError("m", { returned: 1, availableKeys: ["a"] }),
    "SUPERVISOR_INVALID_ROUTE",
    "routing",
    { returned: 1, availableKeys: ["a"] },
  ],
  [new errors.SupervisorCancelledError("m", stopped), "SUPERVISOR_CANCELLED", "cancelled", stopped],
  [new errors.SupervisorDriftError("m", { ...drift, runId: "r" }), "SUPERVISOR_DRIFT", "drift", drift],
  [new errors.OrchestratorFailedError("m"), "ORCHESTRATOR_FAILED", "unknown", {}],
  [new errors.OrchestratorConfigError("m"), "ORCHESTRATOR_CONFIG", "validation", {}],
  [
    new errors.OrchestratorDriftError("m", { ...drift, sessionId: "s" }),
    "ORCHESTRATOR_DRIFT",
    "drift",
    { sessionId: "s" },
  ],
  [
    new errors.OrchestratorCancelledError("m", { ...stopped, sessionId: "s" }),
    "ORCHESTRATOR_CANCELLED",
    "cancelled",
    { sessionId: "s" },
  ],
  [new errors.SessionBusyError("m", { runId: "r" }), "SESSION_BUSY", "unknown", { runId: "r" }],
  [new errors.PlannerFailedError("m"), "PLANNER_FAILED", "unknown", {}],
  [new errors.PlannerPlanInvalidError("m"), "PLANNER_PLAN_INVALID", "schema", {}],
  [new errors.PlannerCancelledError("m", stopped), "PLANNER_CANCELLED", "cancelled", stopped],
  [new errors.ProviderError("m"), "PROVIDER_ERROR", "provider", {}],
  [
    new errors.ProviderRateLimitError("m", { retryAfter: 5 }),
    "PROVIDER_RATE_LIMIT",
    "rate-limit",
    { retryAfter: 5 },
  ],
  [new errors.QuotaExceededError("m"), "PROVIDER_QUOTA_EXCEEDED", "quota", {}],
  [new errors.ProviderTimeoutError("m"), "PROVIDER_TIMEOUT", "timeout", {}],
  [
    new errors.ContextLengthExceededError("m", { limit: 1, actual: 2, modelName: "x" }),
    "CONTEXT_LENGTH_EXCEEDED",
    "context-length",
    { limit: 1, actual: 2, modelName: "x" },
  ],
  [
    new errors.ContentFilterError("m", { reason: "r", categories: ["c"] }),
    "CONTENT_FILTER",
    "content-filter",
    { reason: "r", categories: ["c"] },
  ],
  [new errors.InvalidRequestError("m"), "PROVIDER_INVALID_REQUEST", "validation", {}],
  [new errors.ProviderAuthError("m"), "PROVIDER_AUTH", "auth", {}],
  [
    new errors.BudgetExceededError("m", { limit: 1, actual: 2, unit: "usd" }),
    "BUDGET_EXCEEDED",
    "budget",
    { limit: 1, actual: 2, unit: "usd" },
  ],
  [
    new errors.GuardrailViolationError("m", { phase: "input", reason: "r" }),
    "GUARDRAIL_VIOLATION",
    "guardrail",
    { phase: "input", reason: "r" },
  ],
  [new errors.OutboundPolicyError("m"), "OUTBOUND_POLICY", "validation", {}],
  [new errors.ConfigError("m"), "INVALID_CONFIG", "validation", {}],
  [
    new errors.StreamError("STREAM_NOT_FOUND", "m", { stream: "s" }),
    "STREAM_NOT_FOUND",
    "store",
    { stream: "s", retryable: false },
  ],
  [
    new errors.StreamError("STREAM_TIMEOUT", "m", { stream: "s" }),
    "STREAM_TIMEOUT",
    "timeout",
    { stream: "s", retryable: true },
  ],
  [new errors.ModelUnavailableError("MODEL_NEEDS_GESTURE", "m"), "MODEL_NEEDS_GESTURE", "provider", {}],
] as const;

describe("the hierarchy", () => {
  test.each(CLASSES.map(([error, ...rest]) => [error.name, error, ...rest] as const))(
    "%s",
    (name, error, code, category, fields) => {
      expect(error).toBeInstanceOf(AIError);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ code, category, message: "m", ...fields });
      expect(error.constructor.name).toBe(name);
      expect(AIError.is(error)).toBe(true);
    },
  );

  test("families share a base", () => {
    expect(new errors.AgentMaxTripsError("m", { maxTrips: 1 })).toBeInstanceOf(errors.AgentExecutionError);
    expect(new errors.RoutingError("m", { stepName: "s", targetName: "t" })).toBeInstanceOf(
      errors.WorkflowError,
    );
    expect(new errors.MaxIterationsError("m", { maxIterations: 1 })).toBeInstanceOf(
      errors.SupervisorFailedError,
    );
    expect(new errors.PlannerPlanInvalidError("m")).toBeInstanceOf(errors.PlannerFailedError);
    expect(new errors.OrchestratorConfigError("m")).toBeInstanceOf(errors.OrchestratorFailedError);
    expect(new errors.QuotaExceededError("m")).toBeInstanceOf(errors.ProviderError);
  });
});

describe("AIError", () => {
  test("is recognised without instanceof, as another copy of the package would make it", () => {
    expect(AIError.is({ "~hedgemage": "AIError", code: "X" })).toBe(true);
    expect(AIError.is(new Error("x"))).toBe(false);
    expect(AIError.is(null)).toBe(false);
  });

  test("says whether trying again can help", () => {
    expect(new errors.ProviderRateLimitError("m").retryable).toBe(true);
    expect(new errors.ProviderTimeoutError("m").retryable).toBe(true);
    expect(new errors.ProviderError("m").retryable).toBe(true);
    expect(new errors.ProviderError("m", { retryable: false }).retryable).toBe(false);
    expect(new errors.ProviderAuthError("m").retryable).toBe(false);
    expect(new errors.QuotaExceededError("m").retryable).toBe(false);
    expect(new errors.ModelUnavailableError("MODEL_UNAVAILABLE", "m").retryable).toBe(false);
  });

  test("the base takes a category of its own", () => {
    expect(new AIError("AI_ERROR", "m", {}, "quota").category).toBe("quota");
    expect(new AIError("AI_ERROR", "m").category).toBe("unknown");
  });

  test("A9: its JSON has neither cause nor provider text, and no secret", () => {
    const cause = new Error("connect 10.0.0.5:5432");
    const context = {
      status: 401,
      providerMessage: "host db.internal",
      headers: { authorization: "Bearer abcdefghijkl" },
    };
    const error = new errors.ProviderAuthError("key sk-abcdefghijklmnop was refused", { cause, context });
    const json = JSON.stringify(error);
    expect(JSON.parse(json)).toEqual({
      name: "ProviderAuthError",
      code: "PROVIDER_AUTH",
      category: "auth",
      message: "key [redacted] was refused",
      retryable: false,
      context: { status: 401, headers: { authorization: "[redacted]" } },
    });
    expect(error.cause).toBe(cause);
  });

  test("A9: its JSON does not quote what it wraps, also where runs wrap each other", async () => {
    const cause = new Error("connect 10.0.0.5:5432");
    const model = mockModel({ name: "m", responses: [{ error: cause }] });
    const inner = agent({ name: "inner", model });
    const outer = agent({
      model: mockModel({
        name: "m",
        responses: [{ toolCalls: [{ name: "inner", input: { input: "q" } }] }, { content: "ok" }],
      }),
      tools: [inner],
    });
    const { report } = await outer.execute("x");
    const error = report.children[0]?.error;
    expect(error?.message).toBe('The tool "inner" failed: The run failed: connect 10.0.0.5:5432');
    expect(JSON.parse(JSON.stringify(error)).message).toBe('The tool "inner" failed: The run failed: …');
    expect(JSON.stringify(report)).not.toContain("10.0.0.5");
  });

  test("A9: its JSON keeps the caller's own reason for a stop", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const { error } = await agent({ model }).execute("x", {
      signal: AbortSignal.abort(new Error("navigated")),
    });
    expect(JSON.parse(JSON.stringify(error)).message).toBe("The run was cancelled. Reason: Error: navigated");
  });
});
