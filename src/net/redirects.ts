import { refusal } from "./refusal.ts";

/** One hop of a guarded request. The URL carries no credentials; they have become a header. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: RequestInit["body"];
}

const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];
const BODY_HEADERS: readonly string[] = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-type",
];

/** Header names that carry a credential, in the words that services use for them. */
const CREDENTIAL_HEADER: RegExp =
  /auth|cookie|token|api-?key|-key$|^key$|secret|passw|credential|session|signature|jwt/i;

/** The first hop. `user:password@` in the URL, which `fetch` rejects, is sent as Basic authorization. */
export function firstRequest(url: URL, init: RequestInit): OutboundRequest {
  const bare = new URL(url);
  const headers = new Headers(init.headers);
  if (url.username !== "" || url.password !== "") {
    if (!headers.has("authorization")) headers.set("authorization", basicAuthorization(url));
    bare.username = "";
    bare.password = "";
  }
  return { url: bare, method: (init.method ?? "GET").toUpperCase(), headers, body: init.body ?? null };
}

/** Whether a response asks for another URL. A browser shows only that it does: `opaqueredirect`. */
export function isRedirect(response: Response): boolean {
  return REDIRECT_STATUSES.includes(response.status) || isHiddenRedirect(response);
}

/** Whether a response is a redirect whose target the platform keeps to itself. */
export function isHiddenRedirect(response: Response): boolean {
  const type: string = response.type; // the types of Workers do not know it
  return type === "opaqueredirect";
}

/** Whether a request carries a header that must not reach another origin. */
export function hasCredentials(headers: Headers): boolean {
  return [...headers.keys()].some((name) => CREDENTIAL_HEADER.test(name));
}

/**
 * The hop that a redirect asks for, by the rules of the Fetch standard: 303, and 301 or 302 to anything but GET and
 * HEAD, become a GET without a body; credential headers do not cross to another origin. Throws `OutboundPolicyError`
 * where the target cannot be read or the body cannot be sent again.
 */
export function nextRequest(current: OutboundRequest, response: Response): OutboundRequest {
  const url = readLocation(current.url, response);
  const headers = new Headers(current.headers);
  if (url.origin !== current.url.origin) dropCredentials(headers);
  const keepsMethod = current.method === "GET" || current.method === "HEAD";
  if (!keepsMethod && response.status <= 303) {
    for (const name of BODY_HEADERS) headers.delete(name);
    return { url, method: "GET", headers, body: null };
  }
  if (isOneTimeBody(current.body)) {
    const advice =
      "the redirect wants the body again, and a stream is sent once. Give the body as text or bytes.";
    throw refusal("redirect-body", current.url, advice);
  }
  return { ...current, url, headers };
}

function readLocation(from: URL, response: Response): URL {
  const location = response.headers.get("location");
  if (location === null) {
    throw refusal("redirect-location", from, `status ${response.status} came without a Location.`);
  }
  if (!URL.canParse(location, from)) {
    throw refusal("redirect-location", from, `the Location of status ${response.status} is not a URL.`);
  }
  const url = new URL(location, from);
  if (url.username === "" && url.password === "") return url;
  throw refusal("redirect-location", url, "a redirect may not bring credentials of its own.");
}

function dropCredentials(headers: Headers): void {
  for (const name of [...headers.keys()]) {
    if (CREDENTIAL_HEADER.test(name) || name === "host") headers.delete(name);
  }
}

/** Streams, and the async iterables that some runtimes accept, are used up by the first hop. */
function isOneTimeBody(body: RequestInit["body"]): boolean {
  if (typeof body !== "object" || body === null) return false;
  return body instanceof ReadableStream || Symbol.asyncIterator in body;
}

function basicAuthorization({ username, password }: URL): string {
  const bytes = new TextEncoder().encode(`${decode(username)}:${decode(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone % is sent as it stands
  }
}
