import type { StoreFailure } from "../../src/contracts/store.ts";

/** What Chrome and Firefox say, in lower case, and what it means. The first that fits counts. */
const FAILURES: readonly (readonly [said: string, failure: StoreFailure])[] = [
  [
    "peritem",
    {
      code: "STORE_TOO_LARGE",
      message:
        "chrome.storage.sync takes 8,192 bytes an item, counted with its name and after quoting. Use the area local for it.",
    },
  ],
  [
    "writeoperations",
    {
      code: "STORE_QUOTA",
      message: "chrome.storage.sync takes 120 writes a minute and 1,800 an hour. Wait, or write less often.",
    },
  ],
  [
    "maxitems",
    {
      code: "STORE_QUOTA",
      message: "chrome.storage.sync takes 512 items. Remove some, or use the area local.",
    },
  ],
  [
    "quota",
    {
      code: "STORE_QUOTA",
      message:
        'There is no room left in the extension\'s storage. Remove entries; for the area local, ask for the permission "unlimitedStorage".',
    },
  ],
  [
    "no space",
    { code: "STORE_QUOTA", message: "There is no room left on the disk for the extension's storage." },
  ],
  [
    "context invalidated",
    {
      code: "STORE_UNAVAILABLE",
      message: "The extension was updated or removed under this page. Load the page again.",
      retryable: false,
    },
  ],
  [
    "not allowed from this context",
    {
      code: "STORE_UNAVAILABLE",
      message:
        'This context may not use the area. Let the service worker call chrome.storage.session.setAccessLevel({ accessLevel: "TRUSTED_AND_UNTRUSTED_CONTEXTS" }).',
      retryable: false,
    },
  ],
];

/** What an error of an extension's storage means; a browser says it in words only. */
export function chromeFailure(cause: unknown): StoreFailure | undefined {
  if (!(cause instanceof Error)) return undefined;
  // QUOTA_BYTES_PER_ITEM and kQuotaBytesPerItem are the same to us.
  const said = `${cause.name} ${cause.message}`.toLowerCase().replaceAll("_", "");
  return FAILURES.find(([part]) => said.includes(part))?.[1];
}
