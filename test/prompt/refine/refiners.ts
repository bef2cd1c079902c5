import type { ModelContract } from "../../../src/contracts/model.ts";
import { mockModel } from "../../../src/testing/mock-model.ts";

/** A refiner that makes a new take each time, keeps all that must stay, and counts. */
export function countingRefiner(
  name = "refiner",
  before?: () => Promise<unknown>,
): { readonly model: ModelContract; calls: number } {
  const inner = mockModel({ name, responses: [] });
  const counted = {
    calls: 0,
    model: {
      ...inner,
      name,
      provider: "mock",
      async complete(messages: Parameters<ModelContract["complete"]>[0]) {
        counted.calls += 1;
        const take = "I".repeat(counted.calls);
        await before?.();
        const asked = String(messages.at(-1)?.content);
        const source = /<prompt-[^>]*>\n([\s\S]*)\n<\/prompt-/.exec(asked)?.[1] ?? "";
        const usage = { input: 10, output: 5, total: 15 };
        return { content: `# Task ${take}\n\n${source}`, finishReason: "stop" as const, usage };
      },
    } as ModelContract,
  };
  return counted;
}
