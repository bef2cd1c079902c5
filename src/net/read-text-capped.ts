import { cappedStream, declaredBytes } from "./capped-stream.ts";
import { refusal } from "./refusal.ts";

/**
 * Reads a body as text, and gives up as soon as it is larger than `maxBytes` (bytes after decompression, default 5 MiB):
 * at once where `content-length` says so, else while reading; the rest of the body is cancelled. Rejects with
 * `OutboundPolicyError` (`OUTBOUND_POLICY`) of reason `body-size`, and for a response of `guardedFetch` also with
 * `timeout`. Decodes the charset of the content type, UTF-8 where there is none or an unknown one.
 *
 * @example
 * await readTextCapped(new Response("hello"), 100); // "hello"
 */
export async function readTextCapped(response: Response, maxBytes: number = 5_242_880): Promise<string> {
  const { body, url } = response;
  if (!body) return readWhole(response, maxBytes);
  const stream = cappedStream(body, { url, maxBytes, declaredBytes: declaredBytes(response) });
  const decoder = decoderFor(response.headers.get("content-type"));
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

/** Some runtimes and stubs have no stream; the cap then holds for what is returned, not for what is read. */
async function readWhole(response: Response, maxBytes: number): Promise<string> {
  const text = await response.text();
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes <= maxBytes) return text;
  const explanation = `the body has ${bytes} bytes, and maxBytes is ${maxBytes}.`;
  throw refusal("body-size", response.url, explanation, { limit: maxBytes });
}

function decoderFor(contentType: string | null): TextDecoder {
  const parameters = (contentType ?? "").toLowerCase().split(";").slice(1);
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  try {
    return new TextDecoder(charset?.slice("charset=".length).replaceAll('"', "") ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
