import { abortable } from "./abort.ts";

/**
 * Resolves after so many milliseconds; rejects with the signal's reason once it aborts. Leaves no timer and no listener.
 *
 * @example
 * await wait(250, signal);
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await abortable(passed, signal).finally(() => {
    if (timer !== undefined) clearTimeout(timer);
  });
}
