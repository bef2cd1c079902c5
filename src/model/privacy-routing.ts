import type { GuardrailDetector } from "../contracts/detector.ts";
import type { ContentPart, Message, ProviderMetadata } from "../contracts/message.ts";
import type { TripContext } from "../contracts/middleware.ts";
import type { Model, ModelCallOptions, ModelChunk, ModelResponse } from "../contracts/model.ts";
import { costOf, type Usage } from "../core/usage.ts";
import { stoppedCall } from "./stopped-call.ts";

/** Where a call of a `privacyRouter` goes, and why. It tells no texts. */
export interface PrivacyRoute {
  readonly route: "local" | "cloud";
  /** The name of the model that is asked. */
  readonly model: string;
  readonly provider: string;
  /** What was found, such as `email`, each once. */
  readonly labels: readonly string[];
  /**
   * Why it stays here: something was `found`, a detector `failed`, there are `media`, or an earlier call was private (`sticky`).
   * Missing where it goes to the cloud.
   */
  readonly reason?: "found" | "failed" | "media" | "sticky";
}

/** What all calls of a router have in common. */
export interface PrivacyRoutingPlan {
  readonly models: { readonly local: Model; readonly cloud: Model };
  readonly detectors: readonly GuardrailDetector[];
  readonly media: "local" | "cloud";
  /** Whether a call stays here whatever it says. */
  stays(): boolean;
  routed(route: PrivacyRoute): void;
}

type Answer = { readonly usage?: Usage; readonly providerMetadata?: ProviderMetadata };

/** Says where calls go, and makes them there. */
export class PrivacyRouting {
  readonly #plan: PrivacyRoutingPlan;
  /** What was found in messages that were looked at: a conversation says them again with every call. */
  readonly #seen = new WeakMap<
    Message,
    { readonly texts: readonly string[]; readonly labels: readonly string[] }
  >();

  constructor(plan: PrivacyRoutingPlan) {
    this.#plan = plan;
  }

  async complete(messages: readonly Message[], options: ModelCallOptions = {}): Promise<ModelResponse> {
    const { model, route, call } = await this.#begin(messages, options);
    return settled(await model.complete(messages, call), model, route);
  }

  async stream(messages: readonly Message[], options: ModelCallOptions): Promise<AsyncIterable<ModelChunk>> {
    const { model, route, call } = await this.#begin(messages, options);
    return (async function* () {
      for await (const chunk of model.stream(messages, call)) {
        yield chunk.type === "done" ? settled(chunk, model, route) : chunk;
      }
    })();
  }

  /** Counts on the report of a run where its calls went, and what was found how often. */
  report(context: TripContext, { providerMetadata }: ModelResponse): void {
    const route = providerMetadata?.privacyRouter as Pick<PrivacyRoute, "route" | "labels"> | undefined;
    if (!route) return;
    const { local = 0, cloud = 0, labels = [] } = (context.state.get(STATE) ?? {}) as Partial<Routed>;
    const routed: Routed = {
      local: local + (route.route === "local" ? 1 : 0),
      cloud: cloud + (route.route === "cloud" ? 1 : 0),
      labels: [...new Set([...labels, ...route.labels])],
    };
    context.state.set(STATE, routed);
    context.annotate(STATE, routed);
  }

  async #begin(
    messages: readonly Message[],
    options: ModelCallOptions,
  ): Promise<{ readonly model: Model; readonly route: PrivacyRoute; readonly call: ModelCallOptions }> {
    const { models, routed } = this.#plan;
    const { signal } = options;
    const found = await this.#find(messages, signal);
    if (signal?.aborted) throw stoppedCall(models.local, signal);
    const isPrivate = found.reason !== undefined;
    const model = isPrivate ? models.local : models.cloud;
    const { name, provider } = model;
    const route: PrivacyRoute = { route: isPrivate ? "local" : "cloud", model: name, provider, ...found };
    routed(route);
    if (!isPrivate || provider === models.cloud.provider) return { model, route, call: options };
    const { providerOptions: _options, headers: _headers, ...call } = options;
    return { model, route, call };
  }

  async #find(
    messages: readonly Message[],
    signal: AbortSignal | undefined,
  ): Promise<Pick<PrivacyRoute, "labels" | "reason">> {
    const labels = new Set<string>();
    let hasFailed = false;
    for (const message of messages) {
      try {
        for (const label of await this.#labelsOf(message, signal)) labels.add(label);
      } catch {
        hasFailed = true;
      }
      if (signal?.aborted) break;
    }
    const all = { labels: [...labels] };
    if (labels.size > 0) return { ...all, reason: "found" };
    if (hasFailed) return { ...all, reason: "failed" };
    if (this.#plan.media === "local" && messages.some(hasMedia)) return { ...all, reason: "media" };
    return this.#plan.stays() ? { ...all, reason: "sticky" } : all;
  }

  async #labelsOf(message: Message, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const texts = textsOf(message);
    const seen = this.#seen.get(message);
    if (seen?.texts.length === texts.length && texts.every((text, index) => text === seen.texts[index])) {
      return seen.labels;
    }
    const labels: string[] = [];
    for (const text of texts) {
      for (const detector of this.#plan.detectors) {
        const verdict = await detector.check(text, { phase: "input", source: sourceOf(message), signal });
        if (verdict.type === "allow") continue;
        const matches = verdict.matches ?? [];
        labels.push(...matches.map(({ label, rule }) => label ?? rule));
        if (matches.length === 0) labels.push(detector.name);
      }
    }
    this.#seen.set(message, { texts, labels });
    return labels;
  }
}

/** Where a run keeps what was counted, and its report shows it. */
const STATE = "privacy-router";

type Routed = {
  readonly local: number;
  readonly cloud: number;
  readonly labels: readonly string[];
};

/** An answer that says who gave it, priced by who did: whoever prices it later does not know. */
function settled<Settled extends Answer>(answer: Settled, { pricing }: Model, route: PrivacyRoute): Settled {
  const { usage } = answer;
  const cost = usage && !("cost" in usage) ? { cost: costOf(usage, pricing) } : {};
  const { labels, reason, route: to } = route;
  const privacyRouter = { route: to, labels, ...(reason && { reason }) };
  return {
    ...answer,
    ...(usage && { usage: { ...usage, ...cost } }),
    providerMetadata: { ...answer.providerMetadata, privacyRouter },
  };
}

function sourceOf({ role }: Message): "user" | "tool" | undefined {
  return role === "user" || role === "tool" ? role : undefined;
}

/** All texts of a message that its model would read. */
function textsOf({ content, toolCalls = [], user }: Message): string[] {
  const said =
    typeof content === "string"
      ? [content]
      : content.flatMap((part) =>
          part.type === "text" || part.type === "reasoning" ? [part.text] : nameOf(part),
        );
  const called = toolCalls.map(({ input, unreadable }) => unreadable?.text ?? JSON.stringify(input) ?? "");
  return [...said, ...called, user ?? ""].filter((text) => text !== "");
}

function nameOf(part: ContentPart): string[] {
  return "name" in part && part.name !== undefined ? [part.name] : [];
}

function hasMedia({ content }: Message): boolean {
  return typeof content !== "string" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}
