import { describe, expect, test } from "vitest";
import { abortable, linkSignal } from "../../src/core/abort.ts";
import { wait } from "../../src/core/wait.ts";

describe("linkSignal", () => {
  test("aborts with the parent's reason, also where the parent was aborted before", () => {
    const parent = new AbortController();
    const linked = linkSignal(parent.signal);
    parent.abort("why");
    expect(linked.signal.reason).toBe("why");
    expect(linkSignal(parent.signal).signal.reason).toBe("why");
  });

  test("aborts alone, and not any more once it is released", () => {
    const parent = new AbortController();
    const alone = linkSignal(parent.signal);
    alone.abort("only this");
    expect(parent.signal.aborted).toBe(false);
    const released = linkSignal(parent.signal);
    released.release();
    parent.abort();
    expect(released.signal.aborted).toBe(false);
  });

  test("times out with a TimeoutError", async () => {
    const { signal } = linkSignal(undefined, 1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 40])(
    "takes %d ms, longer than a timer can wait, for no limit",
    async (timeoutMs) => {
      const { signal, release } = linkSignal(undefined, timeoutMs);
      await wait(10);
      expect(signal.aborted).toBe(false);
      release();
    },
  );
});

describe("abortable", () => {
  test("rejects with the reason at once, and ignores what the promise does later", async () => {
    const controller = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const promise = new Promise((_resolve, reject) => {
      fail = reject;
    });
    const waiting = abortable(promise, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    fail(new Error("unheard"));
    await expect(abortable(Promise.reject(new Error("late")), controller.signal)).rejects.toBe("enough");
  });
});
