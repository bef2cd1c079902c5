import type { Json } from "../contracts/message.ts";
import type { FileReader } from "../contracts/platform.ts";
import type { Store } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StoreConflictError, StoreError } from "../core/errors/store-errors.ts";
import { type Cassette, cassetteFault, isCassette } from "./cassette.ts";
import type { VcrOptions } from "./vcr.ts";

/** Where a cassette lives. */
export interface CassettePlace {
  /** Stands in errors: a path, or a store and a key. */
  readonly label: string;
  /** The cassette that is there. Rejects with a `StoreError` where it cannot be read, or is none. */
  read(): Promise<Cassette | undefined>;
  /** Replaces what is there by what `next` makes of it. */
  update(next: (current: Cassette | undefined) => Cassette): Promise<void>;
}

/** How often a cassette is put together anew where somebody else has written in between. */
const MOST_CONFLICTS = 10;

/**
 * Where the options of a `vcr` say that its cassette lives.
 *
 * @example
 * placeOf({ store: ai.memoryStore(), key: "support" }).label; // "memory:support"
 */
export function placeOf({ path, files, store, key, cassette }: VcrOptions): CassettePlace {
  if (path !== undefined && files) return fileCassette(path, files);
  return store && key ? storeCassette(store, key) : memoryCassette(cassette);
}

function fileCassette(path: string, files: FileReader): CassettePlace {
  const details = { store: "files", key: path };

  async function read(): Promise<Cassette | undefined> {
    let text: string;
    try {
      text = await files.readText(path);
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      const message = `The cassette "${path}" cannot be read. Check the path, and that the program may read it.`;
      throw new StoreError("STORE_UNAVAILABLE", message, { ...details, cause });
    }
    let value: unknown;
    try {
      value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    } catch (cause) {
      throw new StoreError("STORE_CORRUPT", notReadable(path, "is not JSON"), { ...details, cause });
    }
    return checked(value, path, details);
  }

  return {
    label: path,
    read,
    async update(next) {
      if (!files.writeText) {
        throw new ConfigError(
          `The reader of the cassette "${path}" cannot write. Pass one that has writeText.`,
        );
      }
      const text = `${JSON.stringify(next(await read()), undefined, 2)}\n`;
      try {
        await files.writeText(path, text);
      } catch (cause) {
        const message = `The cassette "${path}" cannot be written. Check the path, and that the program may write there.`;
        throw new StoreError("STORE_UNAVAILABLE", message, { ...details, cause });
      }
    },
  };
}

/** A cassette under a key of a store. Where the store can compare and set, nothing that others write is lost. */
function storeCassette(store: Store, key: string): CassettePlace {
  const label = `${store.name}:${key}`;
  const details = { store: store.name, key };

  async function entry(): Promise<{ readonly cassette?: Cassette; readonly version: string | null }> {
    const found = await store.get(key);
    return found
      ? { cassette: checked(found.value, label, details), version: found.version }
      : { version: null };
  }

  return {
    label,
    read: async () => (await entry()).cassette,
    async update(next) {
      for (let round = 1; ; round++) {
        const { cassette, version } = await entry();
        const value: Json = JSON.parse(JSON.stringify(next(cassette)));
        try {
          await store.set(key, value, store.traits.atomic ? { ifVersion: version } : {});
          return;
        } catch (error) {
          if (!(error instanceof StoreConflictError) || round === MOST_CONFLICTS) throw error;
        }
      }
    },
  };
}

/** A cassette that lives as long as its model. */
function memoryCassette(cassette: object | undefined): CassettePlace {
  return {
    label: "memory",
    read: async () => (isCassette(cassette) ? cassette : undefined),
    update: async () => {},
  };
}

function checked(
  value: unknown,
  label: string,
  details: { readonly store: string; readonly key: string },
): Cassette {
  if (isCassette(value)) return value;
  throw new StoreError("STORE_CORRUPT", notReadable(label, cassetteFault(value)), details);
}

function notReadable(label: string, fault: string | undefined): string {
  return `The cassette "${label}" ${fault}. It stays as it is: remove it, or choose another place.`;
}

/** Told as the file systems of Node, Deno and the web tell it. */
function isMissing(error: unknown): boolean {
  const { code, name }: { code?: unknown; name?: unknown } = Object(error);
  return code === "ENOENT" || name === "NotFound" || name === "NotFoundError";
}
