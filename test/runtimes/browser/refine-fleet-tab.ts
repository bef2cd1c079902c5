import { indexedDBStore } from "../../../runtimes/browser/index.ts";
import type { ModelContract } from "../../../src/contracts/model.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { buildSystemPrompt } from "../../../src/prompt/build-system-prompt.ts";
import { promptStore } from "../../../src/prompt/prompt-store.ts";

/** What the tests call in a tab. */
export interface RefineTab {
  /**
   * Refines the prompt of a task.
   *
   * @param how `"without locks"`: as in a browser without Web Locks. `"cut off"`: the lease is never renewed either.
   */
  refine(task: string, how?: "without locks" | "cut off"): Promise<RefinedInTab>;
}

/** What a tab got. */
export interface RefinedInTab {
  readonly text: string | undefined;
  readonly from: string | undefined;
  readonly error: string | undefined;
  readonly warnings: readonly string[];
}

// The refiner is asked over the network, so that what is asked is counted outside.
const model: ModelContract = {
  name: "refiner",
  provider: "test",
  async complete(messages) {
    const response = await fetch("/refiner", { method: "POST", body: JSON.stringify(messages) });
    return { content: await response.text(), finishReason: "stop", usage: { input: 1, output: 1, total: 2 } };
  },
  stream: () => {
    throw new Error("not used");
  },
};

const store = indexedDBStore("refined");

const tab: RefineTab = {
  async refine(task, how) {
    if (how) Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
    const prompt = buildSystemPrompt(promptStore(), `Help {{name}} of ${task}.`);
    const refined = prompt.refined({ model, store: how === "cut off" ? cutOff(store) : store });
    const { text, from, error, warnings } = { from: undefined, ...(await refined.tryRefine()) };
    return { text, from, error: error?.message, warnings };
  },
};
Object.assign(globalThis, { tab });

function cutOff(inner: Store): Store {
  let leases = 0;
  return {
    ...inner,
    async set(key, value, options) {
      if (key.endsWith("/lease") && ++leases > 1) throw new Error("The store does not answer.");
      return inner.set(key, value, options);
    },
  };
}
