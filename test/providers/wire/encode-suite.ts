import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import type { Model, ModelCallOptions } from "../../../src/contracts/model.ts";
import type { FetchFunction } from "../../../src/providers/adapter/transport.ts";
import { answering } from "../support.ts";
import { type WireRow, wireRows } from "./wire-rows.ts";

/** A recorded exchange whose request is known. */
export type AskedRow<Request> = WireRow<Request> & { readonly request: Request };

/** How the recorded requests of one protocol are rebuilt and encoded again. */
export interface EncodeSuite<Request> {
  /** The `api` of the rows. */
  readonly api: string;
  /** What these requests are, for people: `chat completions`. */
  readonly name: string;
  /** A model of the adapter whose server is `fetch`, with the capabilities that the request uses. */
  modelOf(row: AskedRow<Request>, fetch: FetchFunction): Model;
  /** What the recorded request says in no service's own shape. */
  neutral(row: AskedRow<Request>): {
    readonly messages: readonly Message[];
    readonly options: ModelCallOptions;
  };
  /** A request without what says nothing: nulls, defaults, and the several ways to write one thing. */
  comparable(body: Request): unknown;
  /** Requests that neutral messages cannot say, by a word of their identifier, with the reason. */
  readonly unsayable?: readonly (readonly [word: string, reason: string])[];
}

/**
 * Rebuilds the neutral conversation of every recorded request of a protocol, encodes it again, and compares it with what
 * was recorded. Prints the share of requests that can be said, and why the others cannot.
 */
export async function describeEncoding<Request>(suite: EncodeSuite<Request>): Promise<void> {
  const all = await wireRows<Request>(suite.api);
  const rows = all.filter((row): row is AskedRow<Request> => row.request !== undefined);
  const reasonAgainst = ({ id }: WireRow<Request>): string | undefined =>
    suite.unsayable?.find(([word]) => id.includes(word))?.[1];
  const said = rows.filter((row) => !reasonAgainst(row));

  describe.skipIf(rows.length === 0)(`recorded requests: ${suite.name}`, () => {
    console.log(`wire: ${said.length} of ${rows.length} requests for ${suite.name} are encoded again`);
    for (const row of rows) {
      const reason = reasonAgainst(row);
      if (reason) console.log(`wire: not ${row.id}: ${reason}`);
    }

    it("says at least 95 % of them", () => {
      expect(said.length / rows.length).toBeGreaterThanOrEqual(0.95);
    });

    it.each(said)("$id is encoded again", async (row) => {
      const { fetch, asked } = answering({ body: row.response, status: row.status });
      const { messages, options } = suite.neutral(row);
      const model = suite.modelOf(row, fetch);
      try {
        if (!row.stream) await model.complete(messages, options);
        else for await (const _chunk of model.stream(messages, options));
      } catch {
        // Some recorded answers are failures; only the request counts here.
      }
      expect(asked).toHaveLength(1);
      expect(suite.comparable(asked[0]?.body as Request)).toEqual(suite.comparable(row.request));
    });
  });
}
