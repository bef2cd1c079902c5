import { abortable } from "../../core/abort.ts";
import type { ChromeRequest } from "./encode.ts";
import type { ChromeSession } from "./language-model.ts";

/** Keeps a session between calls. */
export interface WarmSession {
  /** A copy of the kept session, for the same options and system prompt; else what is kept from now on. */
  take(request: ChromeRequest, signal: AbortSignal): Promise<ChromeSession>;
  /** Ends the session that is kept. */
  release(): void;
}

/**
 * Makes what keeps the session of the last system prompt, so that the model stays loaded and need not read it again.
 *
 * @example
 * const warm = warmSession(() => Promise.reject(new Error("There is no model.")));
 * warm.release();
 */
export function warmSession(
  open: (request: ChromeRequest, signal: AbortSignal | undefined) => Promise<ChromeSession>,
): WarmSession {
  let kept: { readonly key: string; readonly session: Promise<ChromeSession> } | undefined;

  function release(): void {
    kept?.session.then(
      (session) => session.destroy(),
      () => {},
    );
    kept = undefined;
  }

  return {
    release,
    async take(request, signal) {
      const key = JSON.stringify([request.create, request.sampling]);
      if (kept?.key !== key) {
        release();
        // Without the signal of this call, since others may wait for it, too.
        kept = { key, session: open(request, undefined) };
      }
      const mine = kept;
      const base = await abortable(mine.session, signal).catch((error: unknown) => {
        if (kept === mine && !signal.aborted) kept = undefined;
        throw error;
      });
      try {
        if (base.clone) return await base.clone({ signal });
      } catch {
        signal.throwIfAborted();
        if (kept === mine) release();
      }
      // Not every build can copy, and another call may have ended the session meanwhile.
      return open(request, signal);
    },
  };
}
