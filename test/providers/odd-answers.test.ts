import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../src/contracts/model.ts";
import { AIError } from "../../src/core/errors/index.ts";
import { codec, encodeFrame } from "./bedrock/support.ts";
import { services } from "./services/index.ts";
import type { ServiceUnderTest } from "./services/service.ts";
import { collect, streamOf } from "./support.ts";

const QUESTION = [{ role: "user", content: "?" }] as const;
const tools = ["f", "g"].map((name) => ({ name, description: name, input: { type: "object" } }));
const SAID = {
  texts: ["Hel", "lo"],
  calls: [
    { id: "c1", name: "f", input: { n: 1 } },
    { id: "c2", name: "g", input: {} },
  ],
};
const ODD: readonly unknown[] = [null, 7, -1, true, "x", "", [], {}, [null], [7], { error: null }];

// Servers that imitate an API get its fields wrong in every way. A busy machine may need long for all of them.
describe.each(services)("$name", { timeout: 60_000 }, (service) => {
  it("gives an answer of the right form or a typed failure, whatever stands in a field of a whole answer", async () => {
    for (const body of variantsOf(service.whole(SAID))) {
      try {
        const {
          content,
          toolCalls = [],
          ...end
        } = await service.modelOver(async () => Response.json(body)).complete(QUESTION, { tools });
        const calls = toolCalls.map((call): ModelChunk => ({ type: "tool-call", ...call }));
        expectForms([{ type: "delta", content }, ...calls, { type: "done", ...end }], body);
      } catch (error) {
        expectTyped(error, body);
      }
    }
  });

  it("does so whatever stands in a field of a streamed one", async () => {
    const headers = { "content-type": service.streamType };
    const events = service.events(SAID);
    for (const [at, event] of events.entries()) {
      for (const [odd, bytes] of oddEvents(service, event)) {
        const model = service.modelOver(
          async () => new Response(streamOf(events.with(at, bytes)), { headers }),
        );
        const { chunks, error } = await collect(model.stream(QUESTION, { tools }));
        expectForms(chunks, odd);
        if (error) expectTyped(error, odd);
      }
    }
  });
});

/** The value with each of its fields left out and replaced by odd values, one at a time, however deep. */
function* variantsOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const variant of [...ODD, ...variantsOf(item)]) yield value.with(index, variant);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      for (const variant of [undefined, ...ODD, ...variantsOf(part)]) yield { ...value, [name]: variant };
    }
  }
}

/** An event with odd fields, and as odd values: each with the bytes of it. */
function* oddEvents(service: ServiceUnderTest, event: Uint8Array): Generator<[unknown, Uint8Array]> {
  if (service.name === "BedrockSDK") {
    const { headers, body } = codec().decode(event);
    const name = String(headers[":event-type"]?.value);
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    for (const odd of [...ODD, ...variantsOf(parsed)]) yield [odd, encodeFrame([name, odd])];
    return;
  }
  const [, before = "", json, after = ""] =
    /^([^{]*)(\{.*\})(\s*)$/s.exec(new TextDecoder().decode(event)) ?? [];
  if (json === undefined) return;
  const parsed: unknown = JSON.parse(json);
  for (const odd of [...ODD, ...variantsOf(parsed)]) {
    yield [odd, new TextEncoder().encode(before + JSON.stringify(odd) + after)];
  }
}

function expectForms(chunks: readonly ModelChunk[], odd: unknown): void {
  for (const chunk of chunks) {
    const {
      type,
      content = "",
      delta = "",
      id = "",
      name = "",
      rawFinishReason = "",
      ...rest
    } = { content: "", ...chunk } as {
      readonly [field: string]: unknown;
    };
    const texts = [type, content, delta, id, name, rawFinishReason].map((text) => typeof text);
    if (texts.some((kind) => kind !== "string")) expect(chunk, JSON.stringify(odd)).toBe("of the right form");
    const { cost: _cost, ...counts } = Object(rest.usage);
    if (Object.values(counts).some((count) => typeof count !== "number" || !(count >= 0))) {
      expect(counts, JSON.stringify(odd)).toBe("counts");
    }
  }
}

/** A failure of the service or of its answer, and not one of the network or of ours. */
function expectTyped(error: unknown, odd: unknown): void {
  if (AIError.is(error) && !/network|nests/.test(error.message)) return;
  throw new Error(`What came of ${JSON.stringify(odd)} is no typed failure.`, { cause: error });
}
