import type { Platform } from "../../src/contracts/platform.ts";

/** The part of `Deno` that resolves names. */
export interface DenoResolver {
  resolveDns(name: string, type: "A" | "AAAA", options?: { signal?: AbortSignal }): Promise<string[]>;
}

/**
 * Outbound requests of a Deno program; needs `--allow-net`. Asks the system's DNS server for both families and fails
 * when either question fails; that a family has no record is an answer. A hosts file is not read.
 *
 * @example
 * config({ platform: denoPlatform(Deno) });
 */
export function denoPlatform(deno: DenoResolver): Platform {
  return {
    manualRedirects: true,
    async resolveHost(hostname, { signal }) {
      const options = signal ? { signal } : {};
      const families = ["A", "AAAA"] as const;
      const answers = families.map((type) => deno.resolveDns(hostname, type, options).catch(noRecord));
      return (await Promise.all(answers)).flat();
    },
  };
}

function noRecord(error: unknown): string[] {
  if (error instanceof Error && error.name === "NotFound") return [];
  throw error;
}
