import { StoreError } from "../../src/core/errors/store-errors.ts";
import type { ChromeAreaName, ChromeStorageArea } from "./chrome-store.ts";

/** The part of Web Locks that keeps writers apart. */
export interface ExtensionLocks {
  request<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

/** The part of an extension's `chrome` that tells where code runs. */
interface ExtensionApi {
  readonly storage?: Readonly<Partial<Record<ChromeAreaName, ChromeStorageArea>>>;
  readonly runtime?: { getURL?(path: string): string };
  readonly extension?: { readonly inIncognitoContext?: boolean };
}

/** A storage area of the extension that this code runs in. */
export function extensionArea(name: ChromeAreaName): ChromeStorageArea {
  const area = extensionApi()?.storage?.[name];
  if (area) return area;
  const message = `There is no chrome.storage.${name} here. The manifest needs the permission "storage", the code has to run in the extension, and a content script may use "session" only where setAccessLevel allows it.`;
  throw new StoreError("STORE_UNAVAILABLE", message, { store: "chrome", retryable: false });
}

/**
 * The locks that all contexts of the extension share. A content script has those of the page that it runs in, and an
 * incognito window its own, while the storage is everybody's: there it is `null`.
 */
export function extensionLocks(): ExtensionLocks | null {
  const api = extensionApi();
  const home = api?.runtime?.getURL?.("");
  const isHome = home !== undefined && globalThis.location?.href.startsWith(home);
  if (!isHome || api?.extension?.inIncognitoContext) return null;
  const { locks } = globalThis.navigator;
  return locks ? { request: async (name, work) => locks.request(name, work) } : null;
}

function extensionApi(): ExtensionApi | undefined {
  return Reflect.get(globalThis, "chrome");
}
