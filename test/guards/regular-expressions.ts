import { type AttackPattern, check } from "recheck";
import { isNode, place, type SourceFile, walk } from "./source.ts";

export interface RegularExpression {
  place: string;
  source: string;
  flags: string;
}

const lengths = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
const mostMilliseconds = 400;
const commonUnits = [
  " ",
  "\n",
  "\t",
  "a",
  "0",
  "-",
  "_",
  ".",
  "/",
  "@",
  ":",
  "<",
  '"',
  "{",
  "[",
  "(",
  "\\",
  "a.",
  "0-",
  "<a ",
];

/** Every regular expression that a file writes down, and the places where it makes one from a value. */
export function regularExpressionsOf(file: SourceFile): {
  literals: RegularExpression[];
  computed: string[];
} {
  const literals: RegularExpression[] = [];
  const computed: string[] = [];
  walk(file.body, (node) => {
    if (node.type === "Literal" && isPattern(node.regex)) {
      literals.push({ place: place(file, node), source: node.regex.pattern, flags: node.regex.flags });
    }
    const constructs = node.type === "NewExpression" || node.type === "CallExpression";
    if (!constructs || !isNode(node.callee) || node.callee.name !== "RegExp") return;
    const [source, flags = ""] = Array.isArray(node.arguments) ? node.arguments.map(writtenText) : [];
    // One that is made later of what stands in the file is as good as a literal.
    if (source === undefined || flags === undefined) computed.push(place(file, node));
    else literals.push({ place: place(file, node), source, flags });
  });
  return { literals, computed };
}

/** The text of a literal or of `String.raw` without anything put in. */
function writtenText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TaggedTemplateExpression" || !isNode(node.quasi)) return undefined;
  const { quasis } = node.quasi;
  const [only] = Array.isArray(quasis) && quasis.length === 1 ? quasis : [];
  const raw: unknown =
    isNode(only) && typeof only.value === "object" && only.value && "raw" in only.value
      ? only.value.raw
      : undefined;
  return typeof raw === "string" ? raw : undefined;
}

/**
 * Why an expression is not linear, or `undefined` where it is. An automaton's verdict is a proof either way. Where
 * bounds such as {1,64} make the automaton too large, recheck searches for an attack; what it finds on short texts
 * counts only if a text of full length is slow too, since a bound limits the work at each position.
 */
export async function superlinear(expression: RegularExpression): Promise<string | undefined> {
  const result = await check(expression.source, expression.flags, { timeout: 20_000 });
  if (result.status === "unknown") return "recheck cannot prove it linear";
  if (result.status === "safe") return slow(expression, commonAttacks(expression.source));
  if (result.checker === "automaton" || result.complexity.type === "exponential") {
    return `it is ${result.complexity.summary}`;
  }
  return slow(expression, [attack(result.attack), ...commonAttacks(expression.source)]);
}

type Attack = (length: number) => string;

function milliseconds(expression: RegExp, text: string): number {
  const started = performance.now();
  expression.test(text);
  return performance.now() - started;
}

/** A quadratic expression takes seconds on the longest text, a linear one about a millisecond. */
function slow({ source, flags }: RegularExpression, attacks: readonly Attack[]): string | undefined {
  const expression = new RegExp(source, flags.replaceAll(/[gy]/g, ""));
  for (const attackOf of attacks) {
    for (const length of lengths) {
      const text = attackOf(length);
      // A second time where the first was slow: other work on the machine slows one run down, seldom both.
      const took = milliseconds(expression, text);
      if (took > mostMilliseconds && milliseconds(expression, text) > mostMilliseconds)
        return `${Math.round(took)} ms on ${length} × ${JSON.stringify(text.slice(0, 20))}`;
    }
  }
  return undefined;
}

function attack({ pumps, suffix }: AttackPattern): Attack {
  return (length) => {
    const share = length / pumps.length;
    return (
      pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(share / pump.length))).join("") + suffix
    );
  };
}

/** Runs of each character that the expression names, and of their pairs, with an end that spoils a match. */
function commonAttacks(source: string): Attack[] {
  const named = source.match(/[\w\s]/g) ?? [];
  const pairs = named.flatMap((character, index) => (index > 0 ? [`${named[index - 1]}${character}`] : []));
  return [...new Set([...commonUnits, ...named, ...pairs])].flatMap((unit) =>
    ["\u0000", "!", "a\n"].map(
      (end): Attack =>
        (length) =>
          unit.repeat(length / unit.length) + end,
    ),
  );
}

function isPattern(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === "object" && value !== null && "pattern" in value && "flags" in value;
}
