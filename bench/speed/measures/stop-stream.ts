import type { Contender, Reader } from "../contender.ts";
import type { Sample } from "../measure.ts";
import { installFetch } from "../work/service.ts";
import { stubbornService } from "../work/stubborn-service.ts";
import { streamedBody, words } from "../work/wire.ts";

/** The delta at which the reader has had enough, and how long is waited for what may still happen, in milliseconds. */
const STOP_AT = 20;
const PATIENCE = 60;

/**
 * Makes the function that takes one sample of how soon the body of a stream is cancelled, in milliseconds, when the reader
 * stops in the way that `stop` says, while the `fetch` below ignores the signal it was given.
 *
 * @param stop gets the moment to stop at and sets when it did; returns the reader and the signal for the stream.
 */
export async function stopped(
  contender: Contender,
  stop: (at: number, stopping: () => void) => { readonly reader: Reader; readonly signal?: AbortSignal },
): Promise<(() => Promise<Sample>) | undefined> {
  const chunks = streamedBody(words(400));
  const works = await contender.open();
  if (!works.wireStream) return undefined;
  let unhandled = 0;
  process.on("unhandledRejection", () => {
    unhandled += 1;
  });
  return async () => {
    const watch = stubbornService(chunks);
    installFetch(watch.fetch);
    const stream = works.wireStream?.();
    if (!stream) throw new Error("It could stream a moment ago.");
    const timersBefore = timers();
    const rejectedBefore = unhandled;
    let stoppedAt = Number.NaN;
    let pullsThen = 0;
    const moment = Promise.withResolvers<void>();
    const { reader, signal } = stop(STOP_AT, () => {
      stoppedAt = performance.now();
      pullsThen = watch.pulls;
      moment.resolve();
    });
    const over = stream(reader, signal).then(
      () => {},
      () => {},
    );
    await moment.promise;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    const after = watch.pulls - pullsThen;
    const left = timers() - timersBefore;
    // Lets a contender that reads on come to its end, so that the next sample begins with nothing going on.
    if (watch.cancels === 0) await over;
    const rejected = unhandled - rejectedBefore;
    const value = watch.cancelledAt === undefined ? Number.POSITIVE_INFINITY : watch.cancelledAt - stoppedAt;
    const note = [
      `cancelled ${watch.cancels}×`,
      `${after} pulled after`,
      ...(left > 0 ? [`${left} timers left`] : []),
      ...(rejected > 0 ? [`${rejected} unhandled rejections`] : []),
    ].join(", ");
    return { value, note, isBad: watch.cancels !== 1 || after > 0 || left > 0 || rejected > 0 };
  };
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}
