import { DurableObject } from "cloudflare:workers";
import { HedgemageStore } from "../../runtimes/workers/index.ts";

export {
  DyingChatPerCall,
  DyingChatPerTrip,
  TestChat,
  TestChatWithLimits,
} from "./agent-objects.ts";

/** Where `durableObjectStore` keeps its entries, as a user exports it. */
export { HedgemageStore };

/** The same class where the configuration forgot to give it SQLite. */
export class OldStore extends HedgemageStore {}

/**
 * The Durable Object of the workerd tests: it keeps nothing of its own. A test reaches its storage with
 * `runInDurableObject(env.TEST_OBJECT.getByName("any name"), (object, state) => ...)` of `cloudflare:test`.
 */
export class TestObject extends DurableObject {}

export default {
  fetch(): Response {
    return new Response("The worker of the tests.");
  },
};
