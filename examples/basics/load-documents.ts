import * as dns from "node:dns/promises";
import * as fs from "node:fs";
import { relative, resolve } from "node:path";
import { nodeFiles, nodePlatform } from "../../runtimes/node/index.ts";
import {
  AIError,
  guardedFetch,
  type OutboundPolicy,
  type RagDocument,
  readDocument,
  readTextCapped,
} from "../../src/index.ts";
import { DemoError } from "./demo-error.ts";
import type { Progress } from "./progress.ts";

const readable = /\.(?:md|markdown|html?|txt)$/i;
/** What lies in installed packages and hidden folders is not what somebody means by "my documents". */
const passedOver = /(?:^|\/)(?:node_modules|\.[^/]+)\//;
const longest = 5_242_880;

/**
 * Reads the documents of a folder and its subfolders, or one page from the web. Their ids are paths relative to the
 * working folder, or the address. The page is fetched under the guard of outbound requests, as any address should be that
 * somebody else typed. Throws a `DemoError`, or the guard's `OUTBOUND_POLICY` error for a private address.
 */
export async function loadDocuments(
  source: string,
  progress: Progress,
  policy: OutboundPolicy = {},
): Promise<RagDocument[]> {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(source)
    ? [await loadPage(source, progress, policy)]
    : loadFolder(source, progress);
}

async function loadFolder(folder: string, progress: Progress): Promise<RagDocument[]> {
  const stats = fs.statSync(folder, { throwIfNoEntry: false });
  if (!stats)
    throw new DemoError("FOLDER_NOT_FOUND", `there is no folder ${JSON.stringify(folder)}. Check --source.`);
  const files = nodeFiles(fs);
  const paths = stats.isDirectory()
    ? (await files.list(folder)).filter(
        (path) => readable.test(path) && !passedOver.test(path.slice(folder.length)),
      )
    : [folder];
  if (paths.length === 0) {
    const wanted = "Markdown (.md), HTML (.html) or text (.txt)";
    throw new DemoError(
      "NO_DOCUMENTS",
      `${JSON.stringify(folder)} has no ${wanted} files in it or below it.`,
    );
  }
  const documents: RagDocument[] = [];
  for (const [index, path] of paths.entries()) {
    progress.say(`reading ${index + 1} of ${paths.length}: ${path}`);
    const document = await toDocument(relative("", resolve(path)), await files.readText(path), {
      name: path,
    });
    if (document) documents.push(document);
  }
  if (documents.length > 0) return documents;
  const what =
    paths.length === 1
      ? JSON.stringify(paths[0])
      : `each of the ${paths.length} files in ${JSON.stringify(folder)}`;
  throw new DemoError("EMPTY_DOCUMENT", `${what} has no text to answer from.`);
}

async function loadPage(address: string, progress: Progress, policy: OutboundPolicy): Promise<RagDocument> {
  const url = withoutCredentials(address);
  progress.say(`fetching ${url}`);
  const platform = nodePlatform(dns);
  const response = await guardedFetch(address, {
    allowedSchemes: ["https", "http"],
    platform,
    maxBytes: longest,
    ...policy,
  }).catch((error: unknown) => {
    throw reachError(url, error);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new DemoError("URL_UNREACHABLE", `${url} answered with status ${response.status}.`);
  }
  const contentType = response.headers.get("content-type") ?? "";
  if (contentType !== "" && !/^(?:text\/|application\/xhtml)/i.test(contentType)) {
    await response.body?.cancel();
    throw new DemoError(
      "UNREADABLE_TYPE",
      `${url} is ${contentType}. The demo reads HTML, Markdown and plain text.`,
    );
  }
  const document = await toDocument(url, await readTextCapped(response, longest), { name: url, contentType });
  if (!document) throw new DemoError("EMPTY_DOCUMENT", `${url} has no text to answer from.`);
  return document;
}

async function toDocument(
  id: string,
  source: string,
  hints: { readonly name: string; readonly contentType?: string },
): Promise<RagDocument | undefined> {
  const { text, title } = await readDocument(source, hints);
  // A picture or a program under the name of a text has zeros in it.
  return text.trim() === "" || text.includes("\0")
    ? undefined
    : { id, text, ...(title && { metadata: { title } }) };
}

/** The guard tells itself what it refused; what `fetch` throws says "fetch failed" and hides the reason in its cause. */
function reachError(url: string, error: unknown): unknown {
  if (AIError.is(error)) return error;
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error && reasons.length < 3; cause = cause.cause)
    reasons.push(cause.message);
  return new DemoError("URL_UNREACHABLE", `${url} cannot be reached: ${reasons.at(-1) ?? "no answer"}.`, {
    cause: error,
  });
}

/** The address as it may be printed and cited. */
function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}
