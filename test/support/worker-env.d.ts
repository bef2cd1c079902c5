declare namespace Cloudflare {
  /** The bindings of the workerd tests; vitest.config.ts makes them. */
  interface Env {
    TEST_KV: KVNamespace;
    TEST_OBJECT: DurableObjectNamespace<import("./worker.ts").TestObject>;
  }
}
