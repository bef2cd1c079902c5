import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { root } from "../../scripts/entries.ts";

/** What a Worker of its own is given: Durable Object classes with SQLite by their binding, and its way out. */
export interface WorkerdOptions {
  readonly objects?: Readonly<Record<string, string>>;
  readonly outbound?: () => Response | Promise<Response>;
  /** Where the service behind `env.AI` listens. */
  readonly ai?: string;
}

/** Starts a workerd with a Worker whose code imports the sources from the root of the repository, as a user exports it. */
export async function startWorkerd(
  code: string,
  { objects = {}, outbound, ai }: WorkerdOptions,
): Promise<Miniflare> {
  const bundle = await build({
    stdin: { contents: code, resolveDir: root, loader: "js" },
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:workers"],
    write: false,
    logLevel: "silent",
  });
  const durableObjects = Object.fromEntries(
    Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }]),
  );
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: "ESModule", path: "worker.mjs", contents: bundle.outputFiles[0]?.text ?? "" }],
      compatibilityDate: "2026-06-01",
      cf: false,
      durableObjects,
      ...(ai && { ai: { binding: "AI", remoteProxyConnectionString: new URL(ai) as never } }),
      // The types of Miniflare mean its own `Response`; it takes the platform's.
      ...(outbound && { outboundService: async () => (await outbound()) as never }),
    }),
  );
  await miniflare.ready;
  return miniflare;
}
