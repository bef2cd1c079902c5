import { ProviderError } from "../../core/errors/provider-errors.ts";
import { classifyFailure } from "../adapter/classify-failure.ts";
import type { CallTarget, ServiceFailure } from "../adapter/failure.ts";

const ORIGINS =
  'A page or an extension must be allowed by its origin: start it with OLLAMA_ORIGINS="https://your.page" (or chrome-extension://*).';

/**
 * Explains why an Ollama server did not answer: it does not run, or it does not allow the page. Everything else that was
 * thrown is given back.
 *
 * @example
 * const target = { provider: "ollama", name: "llama3.2" };
 * String(explainReach(new TypeError("Failed to fetch"), target, "http://localhost:11434")).includes("ollama serve"); // true
 */
export function explainReach(thrown: unknown, target: CallTarget, baseURL: string): unknown {
  const { status, body } = Object(thrown) as Partial<ServiceFailure>;
  // So it refuses an origin where the runtime lets its answer be seen.
  if (status === 403 && body === "") {
    return new ProviderError(`Ollama at ${origin(baseURL)} refuses this origin. ${ORIGINS}`, {
      context: { status },
    });
  }
  if (!(thrown instanceof TypeError)) return thrown;
  const error = classifyFailure(thrown, target);
  if (error.code !== "PROVIDER_ERROR") return error;
  return new ProviderError(
    `Ollama cannot be reached at ${origin(baseURL)}. Is it running ("ollama serve")? ${ORIGINS}`,
    { cause: error.cause },
  );
}

/** Without what may be secret. */
function origin(baseURL: string): string {
  try {
    return new URL(baseURL).origin;
  } catch {
    return "its address";
  }
}
