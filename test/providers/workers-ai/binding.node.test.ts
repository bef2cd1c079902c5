import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorkerd } from "../../support/workerd.ts";
import { sse } from "../support.ts";

interface Scripted {
  readonly type: string;
  readonly body: string;
  readonly status?: number;
}

/** What the service behind the binding answers, by the name of the model. */
const ANSWERS: Readonly<Record<string, Scripted>> = {
  whole: { type: "application/json", body: JSON.stringify({ response: "Hi" }) },
  streamed: {
    type: "text/event-stream",
    body: sse(
      { response: "Hel" },
      { response: "lo", tool_calls: [{ name: "f", arguments: { n: 1 } }] },
      "[DONE]",
    ),
  },
  busy: {
    type: "application/json",
    body: JSON.stringify({
      internalCode: 3040,
      description: "Capacity temporarily exceeded",
      name: "AiError",
    }),
    status: 429,
  },
  spent: {
    type: "application/json",
    body: JSON.stringify({ internalCode: 3036, description: "you have used up your daily free allocation" }),
    status: 429,
  },
};

const WORKER = `
import { WorkersAISDK } from "./src/providers/workers-ai/index.ts";

export default {
  async fetch(request, env) {
    const { name, stream, isRaw } = await request.json();
    // Without the raw response, the binding throws what it makes of it.
    const binding = isRaw
      ? env.AI
      : { run: (model, inputs, options) => env.AI.run(model, inputs, { ...options, returnRawResponse: false }) };
    const sdk = new WorkersAISDK({ binding, headers: { "x-session-affinity": "s1" } });
    const question = [{ role: "user", content: "?" }];
    try {
      if (name === "embed") return Response.json(await sdk.embedder({ name }).embed("tide"));
      if (!stream) return Response.json(await sdk.model({ name }).complete(question));
      const chunks = [];
      for await (const chunk of sdk.model({ name }).stream(question)) chunks.push(chunk);
      return Response.json(chunks);
    } catch (error) {
      return Response.json({ error });
    }
  },
};
`;

describe.each([true, false])("the AI binding of workerd, with its raw response: %s", (isRaw) => {
  let headers: Record<string, unknown> = {};
  const service = createServer((request, response) => {
    headers = request.headers;
    const name = String(headers["mf-header-cf-consn-model-id"]);
    const embedding: Scripted = {
      type: "application/json",
      body: JSON.stringify({ data: [[1, 2]], shape: [1, 2] }),
    };
    const { type, body, status = 200 } = ANSWERS[name] ?? embedding;
    request.resume().on("end", () => response.writeHead(status, { "content-type": type }).end(body));
  });
  let worker: Awaited<ReturnType<typeof startWorkerd>>;

  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const { port } = service.address() as AddressInfo;
    worker = await startWorkerd(WORKER, { ai: `http://127.0.0.1:${port}` });
  }, 60_000);
  afterAll(async () => {
    await worker?.dispose();
    service.close();
  });

  async function ask(name: string, stream: boolean): Promise<unknown> {
    const body = JSON.stringify({ name, stream, isRaw });
    return (await worker.dispatchFetch("http://worker/", { method: "POST", body })).json();
  }

  it("answers whole and as a stream, with calls", async () => {
    expect(await ask("whole", false)).toMatchObject({ content: "Hi", finishReason: "stop" });
    expect(headers["mf-header-x-session-affinity"]).toBe("s1");
    expect(await ask("streamed", true)).toMatchObject([
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      { type: "tool-call-delta", name: "f" },
      { type: "tool-call", name: "f", input: { n: 1 } },
      { type: "done", finishReason: "tool_calls" },
    ]);
    expect(await ask("whole", true)).toMatchObject([{ type: "delta", content: "Hi" }, { type: "done" }]);
  });

  it("tells failures by their kind", async () => {
    for (const stream of [true, false]) {
      expect(await ask("busy", stream)).toMatchObject({ error: { code: "PROVIDER_RATE_LIMIT" } });
      expect(await ask("spent", stream)).toMatchObject({ error: { code: "PROVIDER_QUOTA_EXCEEDED" } });
    }
  });

  it("embeds", async () => {
    expect(await ask("embed", false)).toMatchObject({ vector: [1, 2], dimensions: 2 });
  });
});
