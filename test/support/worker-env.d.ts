declare namespace Cloudflare {
  /** The bindings of the workerd tests; vitest.config.ts makes them. */
  interface Env {
    TEST_KV: KVNamespace;
    TEST_DB: D1Database;
    TEST_OBJECT: DurableObjectNamespace<import("./worker.ts").TestObject>;
    TEST_STORE: DurableObjectNamespace<import("./worker.ts").HedgemageStore>;
    TEST_STORE_WITHOUT_SQL: DurableObjectNamespace<import("./worker.ts").OldStore>;
    TEST_CHAT: DurableObjectNamespace<import("./worker.ts").TestChat>;
    TEST_CHAT_WITH_LIMITS: DurableObjectNamespace;
    DYING_CHAT_PER_CALL: DurableObjectNamespace;
    DYING_CHAT_PER_TRIP: DurableObjectNamespace;
  }
}
