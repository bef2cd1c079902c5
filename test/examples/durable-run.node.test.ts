import { expect, it } from "vitest";
import { runExample } from "./run-example.ts";

it("npm run example:durable repeats the call that a kill cut, under the same key, and nothing that had settled", async () => {
  expect(await runExample("durable-run")).toEqual({
    code: 0,
    stderr: "",
    lines: [
      "The first process:",
      "  weigh a clock, key parcel-7:call-weigh",
      "  book a clock, key parcel-7:call-book",
      "  ended by SIGKILL",
      "The next process:",
      "  book a clock, key parcel-7:call-book",
      "  resumed: The clock is on its way.",
      "",
    ],
  });
}, 40_000);
