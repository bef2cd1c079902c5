import type { AxAIService, AxChatRequest, AxChatResponse, AxModelUsage } from "@ax-llm/ax";
import type { Contender, StreamRun, Works } from "../contender.ts";
import {
  ANSWER,
  add,
  COMPLETION_TOKENS,
  EXTRACT_INSTRUCTIONS,
  EXTRACT_QUESTION,
  INSTRUCTIONS,
  MODEL,
  PROMPT_TOKENS,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TRIPS,
  toolInput,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/zod-schemas.ts";

/** Ax with its OpenAI service and zod. Its programs write the prompts themselves, so those differ from everybody else's. */
export const contender: Contender = {
  name: "@ax-llm/ax",
  open: async () => works({ ...(await import("@ax-llm/ax")), ...(await import("zod")) }),
};

type Packages = Pick<typeof import("@ax-llm/ax"), "ai" | "ax" | "AxMockAIService" | "f" | "fn"> &
  Pick<typeof import("zod"), "z">;

function works({ ai, ax, AxMockAIService, f, fn, z }: Packages): Works {
  const service = (): AxAIService =>
    ai({
      name: "openai",
      apiKey: "key",
      config: { model: MODEL as never, stream: false },
    });
  const inProcess = (answer: (request: Readonly<AxChatRequest<unknown>>) => AxChatResponse): AxAIService =>
    new AxMockAIService({
      features: { functions: true, streaming: false },
      chatResponse: async (request) => answer(request),
    });
  const signature = f().input("question", f.string()).output("answer", f.string()).build();
  const writer = () => ax(signature, { description: INSTRUCTIONS });
  const adder = (llm: AxAIService) => {
    const tool = fn(TOOL_NAME)
      .description(TOOL_DESCRIPTION)
      .arg(addSchema(z))
      .handler(async (input) => String(add(input)))
      .build();
    const program = ax(signature, { description: INSTRUCTIONS, functions: [tool], maxSteps: 10 });
    return async () => (await program.forward(llm, { question: QUESTION })).answer;
  };
  const streamOf = (llm: AxAIService): StreamRun => {
    return async (reader, signal) => {
      const program = writer();
      const stream = program.streamingForward(
        llm,
        { question: QUESTION },
        { ...(signal && { abortSignal: signal }) },
      );
      const pieces: string[] = [];
      for await (const { delta } of stream) {
        if (!delta.answer) continue;
        pieces.push(delta.answer);
        if (!reader(delta.answer)) break;
      }
      return { program, text: pieces.join("") };
    };
  };
  return {
    plainRun() {
      const llm = inProcess(() => text(ANSWER));
      const program = writer();
      return async () => (await program.forward(llm, { question: QUESTION })).answer;
    },
    toolRun: () => adder(inProcess(scripted)),
    wireRun: () => adder(service()),
    modelStream: (deltas) =>
      streamOf(
        new AxMockAIService({
          features: { functions: true, streaming: true },
          chatResponse: async () => streamed(deltas),
        }),
      ),
    wireStream: () => streamOf(service()),
    structuredRun() {
      const llm = service();
      const order = f().input("orderText", f.string()).output(orderSchema(z)).build();
      const program = ax(order, { description: EXTRACT_INSTRUCTIONS });
      return () => program.forward(llm, { orderText: EXTRACT_QUESTION });
    },
  };
}

function scripted({ chatPrompt }: Readonly<AxChatRequest<unknown>>): AxChatResponse {
  const results = chatPrompt.reduce((count, { role }) => (role === "function" ? count + 1 : count), 0);
  if (results === TRIPS) return text(ANSWER);
  return {
    results: [
      {
        index: 0,
        functionCalls: [
          {
            id: `call_${results}`,
            type: "function",
            function: { name: TOOL_NAME, params: JSON.stringify(toolInput(results)) },
          },
        ],
        finishReason: "function_call",
      },
    ],
    modelUsage: usage(),
  };
}

function text(content: string): AxChatResponse {
  return {
    results: [{ index: 0, content: `Answer: ${content}`, finishReason: "stop" }],
    modelUsage: usage(),
  };
}

function streamed(deltas: readonly string[]): ReadableStream<AxChatResponse> {
  let next = -1;
  return new ReadableStream({
    pull(controller) {
      const content = next < 0 ? "Answer: " : deltas[next];
      next += 1;
      if (content !== undefined) controller.enqueue({ results: [{ index: 0, content }] });
      else {
        controller.enqueue({
          results: [{ index: 0, content: "", finishReason: "stop" }],
          modelUsage: usage(),
        });
        controller.close();
      }
    },
  });
}

function usage(): AxModelUsage {
  return {
    ai: "bench",
    model: "in-process",
    tokens: {
      promptTokens: PROMPT_TOKENS,
      completionTokens: COMPLETION_TOKENS,
      totalTokens: PROMPT_TOKENS + COMPLETION_TOKENS,
    },
  };
}
