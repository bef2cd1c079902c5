import { describe, expect, test } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { ChromeAI } from "../../../src/providers/chrome/index.ts";

describe("a real browser without a built-in model", () => {
  test("says that there is none", async () => {
    const chrome = new ChromeAI();
    expect(await chrome.availability()).toBe("unavailable");
    const { error } = await agent({ model: chrome.model() }).execute("Hello");
    expect(error).toMatchObject({ code: "MODEL_UNAVAILABLE" });
  });

  test("A11: a worker is told that it is one", async () => {
    const worker = new Worker(new URL("./asking-worker.ts", import.meta.url), { type: "module" });
    try {
      const code = await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      expect(code).toBe("MODEL_NOT_IN_WORKER");
    } finally {
      worker.terminate();
    }
  });
});
