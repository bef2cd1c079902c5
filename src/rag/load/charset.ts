import { Parser } from "htmlparser2";

/** What is known of some bytes besides themselves. */
export interface CharsetHints {
  /** A `content-type` header. */
  readonly contentType?: string | undefined;
  /** Whether the bytes may be HTML or XML, which can name their charset themselves. */
  readonly markup?: boolean;
}

/** The HTML standard looks for a `<meta>` with a charset no further than this. */
const searched = 1_024;

/** Charsets with one byte a character, in which nearly any bytes are some text. */
const singleByte = /^(?:windows|iso-8859|koi8|ibm866|macintosh|x-mac)/;

/**
 * The text of some bytes. What names their charset, in the order of the Encoding and HTML standards: a byte order mark,
 * the content type, a `<meta>` or an XML declaration in the first 1,024 bytes. Pages are wrong about it every day, so the
 * bytes have a say: what is valid UTF-8 is UTF-8 where the name is of a charset of single bytes or there is none, and what
 * is not is windows-1252 unless most of its characters beyond ASCII are UTF-8.
 *
 * @example
 * decodeText(new Uint8Array([0x63, 0x61, 0x66, 0xe9]), { contentType: "text/plain; charset=utf-8" }); // "café"
 */
export function decodeText(bytes: Uint8Array, { contentType, markup = false }: CharsetHints = {}): string {
  const marked = charsetOfMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const named =
    knownCharset(parameterOf(contentType)) ?? (markup ? knownCharset(declaredIn(bytes)) : undefined);
  const strict = strictUtf8(bytes);
  if (named && named !== "utf-8" && !singleByte.test(named)) {
    const text = new TextDecoder(named).decode(bytes);
    return text.includes("\ufffd") ? (strict ?? text) : text;
  }
  if (strict !== undefined) return strict;
  if (named && named !== "utf-8") return new TextDecoder(named).decode(bytes);
  const lossy = new TextDecoder().decode(bytes);
  return isMostlyLost(lossy) ? new TextDecoder("windows-1252").decode(bytes) : lossy;
}

/** Whether more than half of the characters beyond ASCII are U+FFFD. */
function isMostlyLost(text: string): boolean {
  let lost = 0;
  let others = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) lost += 1;
    else if (unit > 0x7f) others += 1;
  }
  return lost > others;
}

function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** The charset's name in the Encoding standard, where this runtime can decode it. */
function knownCharset(label: string | undefined): string | undefined {
  if (label?.toLowerCase() === "x-user-defined") return "windows-1252";
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function parameterOf(contentType: string | undefined): string | undefined {
  return /charset *= *["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, searched));
  let declared: string | undefined;
  if (head.startsWith("<?xml")) {
    declared = /encoding *= *["']([^"']+)/.exec(head.slice(0, head.indexOf(">")))?.[1];
  }
  const parser = new Parser({
    onopentag(name, { charset, content, "http-equiv": header }) {
      if (name === "meta") declared ??= charset ?? (isContentType(header) ? parameterOf(content) : undefined);
    },
  });
  parser.end(head);
  // What could be read as single bytes to find this is no UTF-16.
  return declared && /^utf-?16/i.test(declared.trim()) ? "utf-8" : declared?.trim();
}

function isContentType(header: string | undefined): boolean {
  return header?.trim().toLowerCase() === "content-type";
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
