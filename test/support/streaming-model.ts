import type { Model, ModelChunk } from "../../src/contracts/model.ts";

/** A model that streams these chunks, and cannot answer as a whole. */
export function streamingModel(chunks: readonly ModelChunk[]): Model {
  return {
    name: "m",
    provider: "test",
    complete: () => Promise.reject(new Error("This model only streams.")),
    async *stream() {
      yield* chunks;
    },
  };
}
