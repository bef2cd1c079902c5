import type { D1DatabaseLike, KVNamespaceLike } from "../../../runtimes/workers/index.ts";
import {
  d1Store,
  durableObjectStore,
  HedgemageStore,
  kvStore,
  type ObjectNamespace,
} from "../../../runtimes/workers/index.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { getAll, setAll } from "./loop.ts";

interface Bindings {
  readonly KV: KVNamespaceLike;
  readonly DB: D1DatabaseLike & { exec(query: string): Promise<unknown> };
  readonly STORE: ObjectNamespace;
}

export { HedgemageStore };

/** Does what the path says, `/STORE/set/COUNT`; the clock of a Worker stands still, so the caller takes the time. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const [, name = "", verb = "", count = ""] = new URL(request.url).pathname.split("/");
    const store = await storeOf(name, env);
    await (verb === "set" ? setAll : getAll)(store, Number(count));
    return new Response("done");
  },
};

async function storeOf(name: string, env: Bindings): Promise<Store> {
  if (name === "kvStore") return kvStore(env.KV);
  if (name === "durableObjectStore") return durableObjectStore(env.STORE);
  const store = d1Store(env.DB);
  await env.DB.exec(store.schema());
  return store;
}
