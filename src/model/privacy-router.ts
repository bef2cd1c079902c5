import type { GuardrailDetector } from "../contracts/detector.ts";
import type { AgentMiddleware } from "../contracts/middleware.ts";
import type { Model, ModelCapabilities } from "../contracts/model.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import { leavableStream } from "./leavable-stream.ts";
import type { PrivacyRoute, PrivacyRouting } from "./privacy-routing.ts";

/** Whom a `privacyRouter` asks what. */
export interface PrivacyRouterOptions {
  /** Answers what is private, such as a model on the device. */
  readonly local: Model;
  /** Answers the rest. */
  readonly cloud: Model;
  /** Says what is private: whatever is not allowed, be it redacted, blocked or flagged. */
  readonly detect: GuardrailDetector | readonly GuardrailDetector[];
  /** Stands on reports as the name of the model. Default `privacy-router`. */
  readonly name?: string;
  /** Where media go, which no detector reads: to `local` (default), or by the texts beside them (`cloud`). */
  readonly media?: "local" | "cloud";
  /** Leaves all calls with the local model once one was private, until `reset()`: for a router of one session. */
  readonly sticky?: boolean;
  /** Hears where each call goes, before it goes. What it throws is ignored. */
  readonly onRoute?: (route: PrivacyRoute) => void;
}

/** Two models that act as one. */
export interface PrivacyRouter extends Model {
  /** Where the call went that was routed last. */
  readonly lastRoute: PrivacyRoute | undefined;
  /** Puts on the report of a run where its calls went, as `report.annotations["privacy-router"]`, where an agent is given it. */
  readonly reporting: AgentMiddleware;
  /** Lets a `sticky` router begin anew. */
  reset(): void;
}

/**
 * Makes one model of two: a call with anything private in its messages goes to the local model, and only the rest to the cloud.
 * All texts are looked at: system prompt, history, input, thoughts, arguments and results of tools. As a conversation only grows, a run
 * that has become private stays with the local model.
 *
 * It fails private. Where a detector fails, or there are media, the local model is asked. Where that one fails or is not available,
 * its error is thrown: nothing goes to the cloud instead, and there is no option for it, as a router that gives in when the device is busy
 * keeps nothing private.
 *
 * Where a call went, and the labels of what was found, stand in `providerMetadata.privacyRouter` of its answer, in `lastRoute`, and by
 * `reporting` on the report of an agent; never the texts. Usage is priced by who answered. `providerOptions` and `headers` are for the cloud:
 * the local model gets them only where it is of the same provider. A model takes what both take; `pricing` is that of the cloud.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where a model or a detector is missing.
 * @example
 * const model = ai.privacyRouter({
 *   local: mockModel({ name: "device", responses: [{ content: "Noted." }] }),
 *   cloud: mockModel({ name: "big", responses: [{ content: "Cairo" }] }),
 *   detect: ai.guardrail.pii(),
 * });
 * (await model.complete([{ role: "user", content: "Capital of Egypt?" }])).content; // "Cairo"
 * (await model.complete([{ role: "user", content: "I am ada@example.org" }])).content; // "Noted."
 * model.lastRoute?.labels; // ["email"]
 */
export function privacyRouter(options: PrivacyRouterOptions): PrivacyRouter {
  const { local, cloud, name = "privacy-router", media = "local" } = options;
  const detectors = Array.isArray(options.detect) ? options.detect : [options.detect];
  for (const [part, model] of Object.entries({ local, cloud })) {
    if (typeof model?.complete === "function" && typeof model.stream === "function") continue;
    throw new ConfigError(`"${part}" of a privacy router is no model. Pass what an adapter's model() gives.`);
  }
  if (detectors.length === 0 || detectors.some((detector) => typeof detector?.check !== "function")) {
    throw new ConfigError(
      '"detect" of a privacy router must be a detector, such as pii(), or a list of them: without one, all would go to the cloud.',
    );
  }
  let latest: PrivacyRoute | undefined;
  let isPrivate = false;

  const load = lazy(async () => {
    const { PrivacyRouting } = await import("./privacy-routing.ts");
    return new PrivacyRouting({
      models: { local, cloud },
      detectors,
      media,
      stays: () => options.sticky === true && isPrivate,
      routed(route) {
        latest = route;
        isPrivate ||= route.route === "local";
        try {
          options.onRoute?.(route);
        } catch {}
      },
    });
  });
  // Where the router cannot be loaded, nobody is asked.
  const routing = async (): Promise<PrivacyRouting> => load();

  const capabilities = sharedCapabilities(local.capabilities, cloud.capabilities, media);
  return {
    name,
    provider: "privacy-router",
    ...(capabilities && { capabilities }),
    ...(cloud.pricing && { pricing: cloud.pricing }),
    get lastRoute() {
      return latest;
    },
    reporting: {
      name: "privacy-router",
      trip: { after: async (context, response) => (await routing()).report(context, response) },
    },
    reset() {
      isPrivate = false;
    },
    complete: async (messages, call) => (await routing()).complete([...messages], call),
    stream: (messages, call = {}) => {
      const said = [...messages];
      return leavableStream(call.signal, async (signal) =>
        (await routing()).stream(said, { ...call, signal }),
      );
    },
  };
}

/** What is asked of both must suit both; what a model only ignores may be asked of the one. */
function sharedCapabilities(
  local: ModelCapabilities | undefined,
  cloud: ModelCapabilities | undefined,
  media: "local" | "cloud",
): ModelCapabilities | undefined {
  if (!cloud) return undefined;
  const shared: { -readonly [Flag in keyof ModelCapabilities]: boolean } = {};
  for (const flag of ["structuredOutput", "vision", "audio", "pdf"] as const) {
    const isFree = media === "cloud" && flag !== "structuredOutput";
    if (cloud[flag] && (isFree || local?.[flag])) shared[flag] = true;
  }
  for (const flag of ["reasoning", "promptCaching"] as const) if (cloud[flag]) shared[flag] = true;
  return shared;
}
