import type { ScanRule, Search } from "../scan.ts";
import type { Report } from "./report.ts";
import { decoded, entropy, isPlaceholder, matchAt, waitForMore } from "./value.ts";
import { ALPHABETS, MARKS, VENDORS } from "./vendors.ts";

/** Keys that are known by a sign in their middle: the sign and what follows, with what stands before. */
const MARKED: Readonly<Record<string, readonly RegExp[]>> = {
  // Mailchimp.
  "-": [/(?<=([\da-f]{32}))-us\d\d?(?!\w)/y],
  // Terraform, Airtable, bots of Discord.
  ".": [
    /(?<=([\dA-Za-z]{14}))\.atlasv1\.[\w-]{60,72}(?!\w)/y,
    /(?<=(pat[\dA-Za-z]{14}))\.[\da-f]{64}(?!\w)/y,
    /(?<=([MNO][\w-]{23,25}))\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y,
  ],
  // Azure, bots of Telegram, apps of Facebook.
  "~": [/(?<=([\w.]{3}\dQ))~[\w.~-]{31,34}(?![\w~-])/y],
  ":": [/(?<=(\d{8,10})):A[\w-]{34}(?![\w-])/y],
  "|": [/(?<=(\d{15,16}))\|[\w-]{27,40}(?![\w-])/y],
};
/** A key begins behind nothing that a word has in it, and behind an escape such as "\n". */
const BEGINNING: RegExp = /(?<![\w.~-])|(?<=\\[nrt]|\/bot)/y;
const LONGEST_MARKED = 100;
const LONGEST_KEY = 2048;
const LONGEST_TOKEN = 8192;
/** Bits a character; what services give out has more. */
const LEAST_ENTROPY = 2.8;

/** Finds keys of services, by how they begin and by signs in their middle, and JSON web tokens. */
export function serviceKeys(report: Report): ScanRule {
  const shapes = shapesByPair();
  return {
    triggers: `${Object.keys(MARKED).join("")}J${String.fromCharCode(...shapes.keys())}`,
    before: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~:|/",
    mostBefore: LONGEST_MARKED,
    look(search, at) {
      const { text } = search;
      for (const shape of shapes.get(pairAt(text, at)) ?? [])
        readKey(search, at - shape.place, shape, report);
      if (text.startsWith("eyJ", at - 2)) readWebToken(search, at - 2, report);
      // No sign has a blank or a bracket beside it.
      if (text.charCodeAt(at - 1) > 44 && text.charCodeAt(at + 1) > 44)
        for (const pattern of MARKED[text.charAt(at)] ?? []) readMarked(search, at, pattern, report);
    },
  };
}

/** What a key looks like that begins as those of a service do. */
interface Shape {
  readonly prefix: string;
  /** Whether the prefix is a word without joints. */
  readonly isBare: boolean;
  readonly alphabet: RegExp | undefined;
  /** How many characters stand behind the prefix. */
  readonly least: number;
  readonly most: number;
  readonly mark: string;
  /** At which of its characters it is noticed. */
  readonly place: number;
}

/** The characters before and at a place as a number, of which `String.fromCharCode` sees the second one alone. */
function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at - 1) << 16) | text.charCodeAt(at);
}

/** Shapes by the two characters at which they are noticed. */
function shapesByPair(): ReadonlyMap<number, readonly Shape[]> {
  const shapes = new Map<number, Shape[]>();
  for (const line of VENDORS.split("\n")) {
    const [spec = "", ...prefixes] = line.split(" ");
    const [, letter = "", least, most = least, isOpen, mark = ""] =
      /^(\w)(\d+)(?:-(\d+))?(\+?)(.?)/.exec(spec) ?? [];
    for (const prefix of prefixes) {
      // Behind the first word; in one word, at what is seldom in a text.
      const joint = prefix.search(/[-_.~]/);
      const place = joint > 0 ? joint : 1 + prefix.slice(1).search(/[^a-z]/) || 2;
      const pair = pairAt(prefix, place);
      const shape = {
        prefix,
        isBare: joint < 0,
        alphabet: ALPHABETS[letter],
        least: Number(least),
        most: isOpen ? LONGEST_KEY : Number(most),
        mark,
        place,
      };
      shapes.set(pair, [...(shapes.get(pair) ?? []), shape]);
    }
  }
  return shapes;
}

function readKey(
  search: Search,
  start: number,
  { prefix, isBare, alphabet, least, most, mark }: Shape,
  report: Report,
): void {
  const { text } = search;
  if (!text.startsWith(prefix, start) || !matchAt(BEGINNING, text, start)) return;
  // Within base64, letters stand by accident.
  if (isBare && /[+/]/.test(text.charAt(start - 1))) return;
  const from = start + prefix.length;
  waitForMore(search, start, from, most + 1);
  let [body = ""] = alphabet?.exec(text.slice(from, from + most + 2)) ?? [];
  // A dot that ends a sentence.
  if (body.endsWith(".")) body = body.slice(0, -1);
  const end = from + body.length;
  if (body.length < least || body.length > most || /\w/.test(text.charAt(end))) return;
  if (MARKS[mark]?.test(body) === false) return;
  if (mark !== "!" && (isPlaceholder(body) || (mark !== "~" && entropy(prefix + body) < LEAST_ENTROPY)))
    return;
  report(search, start, end, "api-key", 0.95);
}

function readMarked(search: Search, at: number, pattern: RegExp, report: Report): void {
  const { text } = search;
  const [back, front = ""] = matchAt(pattern, text, at) ?? [];
  const key = front + back;
  const start = at - front.length;
  if (back && matchAt(BEGINNING, text, start) && !isPlaceholder(key) && entropy(key) >= LEAST_ENTROPY)
    report(search, start, start + key.length, "api-key", 0.95);
}

/** Parts of base64, of which the first is JSON that names an algorithm or a type. */
function readWebToken(search: Search, start: number, report: Report): void {
  const { text } = search;
  if (!matchAt(BEGINNING, text, start)) return;
  waitForMore(search, start, start, LONGEST_TOKEN);
  const [token, header = ""] = /^([\w-]+)(?:\.[\w-]+){0,4}/.exec(
    text.slice(start, start + LONGEST_TOKEN),
  ) ?? [""];
  if (token.length > header.length + 16 && /"(?:alg|typ|enc)"/.test(decoded(header)))
    report(search, start, start + token.length, "jwt", 0.96);
}
