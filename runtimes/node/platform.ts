import type { Platform } from "../../src/contracts/platform.ts";

/** The part of `node:dns/promises` that resolves names as `fetch` does: both families, the hosts file too. */
export interface NodeResolver {
  lookup(hostname: string, options: { all: true }): Promise<readonly { readonly address: string }[]>;
}

/**
 * Outbound requests of a Node program. The resolver is handed in, so that this package imports no Node module.
 *
 * @example
 * import * as dns from "node:dns/promises";
 * config({ platform: nodePlatform(dns) });
 */
export function nodePlatform(dns: NodeResolver): Platform {
  return {
    manualRedirects: true,
    async resolveHost(hostname) {
      const answers = await dns.lookup(hostname, { all: true });
      return answers.map(({ address }) => address);
    },
  };
}
