import type { GuardrailDetector } from "../contracts/detector.ts";
import type { AgentMiddleware } from "../contracts/middleware.ts";
import { type GuardrailPhase, GuardrailViolationError } from "../core/errors/agent-errors.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import type { GuardOptions } from "./guard-options.ts";
import { loadOrRefuse } from "./load-or-refuse.ts";
import type { Hiding } from "./policy/hiding.ts";
import type { Policy } from "./policy/policy.ts";

/**
 * Makes a guard of detectors: a middleware that looks at what goes to the model (`input`), at what it answers (`output`), at the
 * arguments of its tool calls (`tool`) and at what its tools bring (`data`). The detectors of a phase look one after the other:
 * `allow` passes the text on, `flag` notes it and passes it on, `redact` passes on the rewritten text, and the first `block`
 * ends the run with `GuardrailViolationError` (`GUARDRAIL_VIOLATION`). A blocked tool result is withheld instead: the model is told,
 * and the run goes on.
 *
 * `input` looks at the user's texts, each once in a run, and also at those in the history that the run is given: its answers may be
 * forged, and a text that is refused is refused wherever it stands. So may results of tools, at which `data` looks.
 * `trustHistory` spares a history of your own.
 *
 * Tools run when the whole turn has passed. A streamed answer is shown as it comes in, held back only as far as a later piece
 * could change what the detectors say, or as a whole where one of them cannot stream. `redact` on input and on tool arguments is a
 * block unless `redactInput` and `redactToolArgs` allow it: the model, or the tool, then gets the rewritten text.
 *
 * Flags are in the run's `state` under `<name>.flags`; how often detectors spoke, and how long text was held back, is in
 * `report.annotations[name]`. Neither holds any of the text.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where a phase has something that is no detector.
 *
 * @example
 * const noDiagnosis: ai.GuardrailDetector = {
 *   name: "no-diagnosis",
 *   check: (text) => (/diagnos/i.test(text) ? { type: "block", reason: "medical advice" } : { type: "allow" }),
 * };
 * const model = mockModel({ name: "mock", responses: [{ content: "My diagnosis: a cold." }] });
 * const helper = ai.agent({ model, middleware: [ai.guardrail({ output: [noDiagnosis] })] });
 * (await helper.execute("What do I have?")).error?.code; // "GUARDRAIL_VIOLATION"
 */
export function guard(options: GuardOptions = {}): AgentMiddleware {
  const { name = "guardrail", holdOutput } = options;
  const input = detectorsOf(name, "input", options.input);
  const output = detectorsOf(name, "output", options.output);
  const tool = detectorsOf(name, "tool", options.tool);
  const data = detectorsOf(name, "data", options.data);
  const { vault } = options;
  const load = lazy(async (): Promise<Parts> => {
    const all = { ...options, name, input, output, tool, data };
    if (!vault) return { policy: new (await import("./policy/policy.ts")).Policy(all) };
    const { Hiding } = await import("./policy/hiding.ts");
    const hiding = new Hiding(all, vault);
    return { policy: hiding, hiding };
  });
  /** Runs a hook; a guard whose code cannot be loaded refuses. */
  const run = async <Returned>(
    phase: GuardrailPhase,
    hook: (parts: Parts) => Returned,
  ): Promise<Awaited<Returned>> => {
    return await hook(await loadOrRefuse(load, phase, name));
  };
  const asks = input.length > 0 || data.length > 0 || vault;
  const shows = output.length > 0 || tool.length > 0;
  const answers = shows || vault;
  const calls = tool.length > 0 || vault;
  const brings = data.length > 0 || vault;
  return {
    name,
    ...(output.length > 0 && (holdOutput || !output.every(canStream)) && { holdsOutput: true }),
    ...(vault && {
      execute: {
        before: (context) => run("input", ({ hiding }) => hiding?.begin(context)),
        hides: (context, messages) =>
          run("input", ({ hiding }) => hiding?.hide(context, messages) ?? messages),
        revealsText: (context) => run("output", ({ hiding }) => hiding?.shows(context)),
        reveals: (result) => run("output", ({ hiding }) => hiding?.reveal(result) ?? result),
      },
    }),
    ...((asks || answers) && {
      trip: {
        ...(asks && { before: (context) => run("input", ({ policy }) => policy.ask(context)) }),
        ...(shows && {
          shows: (context, kind, toolName) =>
            run("output", ({ policy }) => policy.show(context, kind, toolName)),
          onError: (context, error) =>
            error instanceof GuardrailViolationError
              ? run("output", ({ policy }) => policy.fail(context, error))
              : undefined,
        }),
        ...(answers && {
          after: (context, response) => run("output", ({ policy }) => policy.answer(context, response)),
        }),
      },
    }),
    ...((calls || brings) && {
      tool: {
        ...(calls && { before: (context) => run("tool", ({ policy }) => policy.call(context)) }),
        ...(brings && {
          after: (context, outcome) => run("data", ({ policy }) => policy.bring(context, outcome)),
        }),
      },
    }),
  };
}

/** What is loaded with the first hook. */
interface Parts {
  readonly policy: Policy;
  /** The same, where it keeps values from the model. */
  readonly hiding?: Hiding;
}

/** Whether a detector needs no more of a text than what has come in so far, or may look at it later. */
function canStream({ stream, onlyFlags }: GuardrailDetector): boolean {
  return stream !== undefined || onlyFlags === true;
}

function detectorsOf(
  name: string,
  phase: GuardrailPhase,
  detectors: readonly GuardrailDetector[] = [],
): readonly GuardrailDetector[] {
  for (const detector of detectors) {
    if (typeof detector?.check === "function" && typeof detector.name === "string") continue;
    const hint = typeof detector === "function" ? ` Call it: \`${phase}: [pii()]\`.` : "";
    throw new ConfigError(
      `The ${phase} phase of the guardrail "${name}" has something that is no detector: { name, check }.${hint}`,
    );
  }
  return detectors;
}
