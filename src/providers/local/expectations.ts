/** What kind of thing a question asks for, and how an answer is known that holds one. */
export interface Expectation {
  readonly kind: "number" | "count" | "time" | "person" | "place" | "reason" | "event" | "comparison";
  /** Found in a sentence that can answer; missing where any can. */
  readonly answer?: RegExp;
  /** What is left of the worth of a sentence that cannot answer, from 0 to 1. */
  readonly otherwise: number;
}

const numeral =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?)\b/i;
const date =
  /\b(?:1\d|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\d:\d\d/;
const weight = /\b(?:pounds?|lbs?|ounces?|kilograms?|kg|grams?|tons?|tonnes?)\b/i;
const extent =
  /\b(?:feet|foot|inch|inches|miles?|yards?|(?:kilo|centi|milli)?met(?:er|re)s?|km|cm|mm)\b|\dm\b/i;
const duration =
  /\b(?:(?:micro|milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|feet|miles?|(?:kilo|centi|milli)?met(?:er|re)s?)\b/i;
const cause =
  /\b(?:because|since|so that|reasons?|caused?|causes|due to|therefore|means?|meant|comes? from|came from|led to|short for|stands for|named|if|to (?:avoid|keep|save|prevent))\b/i;

/** The first row whose pattern is in the question is taken. */
const expectations: readonly (readonly [question: RegExp, expectation: Expectation])[] = [
  [/\bdifferences? between\b/i, { kind: "comparison", otherwise: 1 }],
  [
    /\bwhy\b|\bwhat\b.{0,30}\b(?:reason|caused?|causes)\b/i,
    { kind: "reason", answer: cause, otherwise: 0.7 },
  ],
  [/\bwhat (?:happens|happened)\b/i, { kind: "event", otherwise: 1 }],
  [
    /\bhow heavy\b|\bhow much\b.{0,80}\bweigh|\bweight\b/i,
    { kind: "number", answer: weight, otherwise: 0.5 },
  ],
  [/\bhow (?:tall|high|deep|wide)\b/i, { kind: "number", answer: extent, otherwise: 0.5 }],
  [/\bhow long\b/i, { kind: "number", answer: duration, otherwise: 0.5 }],
  [/\bhow many\b/i, { kind: "count", answer: numeral, otherwise: 0.5 }],
  [/\bhow (?:much|far|fast|old|big|large|often|hot)\b/i, { kind: "number", answer: numeral, otherwise: 0.5 }],
  [
    /\b(?:number|percentage|height|length|speed|frequency|capacity)\b/i,
    { kind: "number", answer: numeral, otherwise: 0.6 },
  ],
  [
    /\b(?:when|(?:what|which) (?:year|date|day|month|time))\b/i,
    { kind: "time", answer: date, otherwise: 0.5 },
  ],
  [
    /\b(?:who|whom|whose)\b/i,
    { kind: "person", answer: /\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+/u, otherwise: 0.75 },
  ],
  [
    /\bwhere\b/i,
    {
      kind: "place",
      answer: /\b(?:in|at|on|near|under|behind|between|inside|above|below|from) /,
      otherwise: 0.85,
    },
  ],
];

/**
 * What an answer to a question would have to hold, or `undefined` where anything can answer.
 *
 * @example
 * expectationOf("How heavy is it?")?.answer?.test("70 pounds"); // true
 */
export function expectationOf(question: string): Expectation | undefined {
  return expectations.find(([pattern]) => pattern.test(question))?.[1];
}
