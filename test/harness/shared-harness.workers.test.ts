import { env } from "cloudflare:workers";
import { test } from "vitest";
import { durableObjectStore } from "../../runtimes/workers/index.ts";
import { expectShared } from "./harness-bench.ts";

test("H25: a harness in a Durable Object is shared by many writers", () =>
  expectShared(() => durableObjectStore(env.TEST_STORE, { object: "harness" })));
