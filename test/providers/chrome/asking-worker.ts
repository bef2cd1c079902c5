import { AIError } from "../../../src/core/errors/ai-error.ts";
import { ChromeAI } from "../../../src/providers/chrome/index.ts";

// Asks the browser's model in a worker, and posts the code of the failure.
new ChromeAI()
  .model()
  .complete([{ role: "user", content: "Hello" }])
  .catch((error: unknown) => globalThis.postMessage(AIError.is(error) ? error.code : String(error)));
