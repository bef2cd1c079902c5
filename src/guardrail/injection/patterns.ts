/**
 * Evidence, by family. A pattern is a row of kinds of words; each kind is a letter (`words.ts`) or a sign (`tokens.ts`). It is
 * written as in `O1PA2IQ30`:
 * - Letters that stand together are kinds of which one has to be there: `PA` is a word of kind `P` or of kind `A`.
 * - A digit between them says how many other words of the same sentence may stand there at most.
 * - The number at the end is the weight, in tenths of log odds.
 * - With `!` in front it counts in data only, with `%` only in what tools answer.
 *
 * So `O1PA2IQ30` adds 3 to the log odds for a word such as "ignore", one such as "previous" or "all" at most one word on, and
 * one such as "instructions" or "prompt" at most two words on. A pattern counts once, however often it stands in a text.
 *
 * The weights were fitted (logistic regression, none below zero) to attacks and to harmless requests, mails, articles, code and
 * documentation; where few attacks have a pattern, its weight was set by hand. From `PRIORS` on, a text is more likely an attack
 * than not.
 */
const PATTERNS = `override O2IJQ1P30 O2PAo4IJQGt13 O2y2IJQSt11 O1o40 O2o1Pt8 O1A2t15 O3IQ19 O1PA1IQ30 P4I3O30 PA3It3O10 PA2It2O10 w0It14 y1IQ1b15 y0I0b0W15 V1y0I22 O4t8 O5
role z1Y6B18 z1Y0a27 WY0Yb0WYb14 W2Y3B10 s3r22 N2F1r8 Yb4F20 dL0m10 |0Y0b14 Y2B26
jailbreak N2JGM11 N3f17 F2JGM11 N4M15 M2M13 L9 x10 h4h19 r9 L4N15
extraction R2y2QIJS8 R2yP1S0QIJ25 R2S0Q20 t1P9 y2X14 R3X12 b1y1QI18 R2QI19 R3p1QIt12 Q7
delimiter =0eWw7 =1w1I15 e2tIQ13 |0S0m6
forged K0:1t1c17 c0|0E17 c0|0OEV17
suppression ij0R13 N2K13
instruction %|0E0VFR19 !V4y1K13 !|0V3K18 !K2:0|0^35 %E9n20 %V9n12 !H10 H9 !y1K21 !E10`;

/** The odds that a text is an attack of which nothing is known but who wrote it, in tenths of log odds. */
export const PRIORS = { user: -16, tool: -46, retrieved: -43 } as const;

/** Who wrote a text: the user, a tool, or the author of a document that was looked up. */
export type InjectionSource = keyof typeof PRIORS;

/** A kind of evidence. */
export interface Pattern {
  readonly family: string;
  readonly weight: number;
  readonly index: number;
  /** Where it counts: 0 everywhere, 1 in data, 2 in what tools answer. */
  readonly level: number;
  /** What has to follow its first word. */
  readonly steps: readonly Step[];
}

/** The next word of a pattern. */
export interface Step {
  /** How many other words may stand before it. */
  readonly gap: number;
  readonly kinds: string;
}

/** The patterns, by the kind that they begin with. */
export function makePatterns(): ReadonlyMap<string, readonly Pattern[]> {
  const byFirst = new Map<string, Pattern[]>();
  let index = 0;
  for (const line of PATTERNS.split("\n")) {
    const [family = "", ...list] = line.split(" ");
    for (const given of list) {
      const level = "!%".indexOf(given.charAt(0)) + 1;
      // Kinds and numbers take turns; the last number is the weight.
      const parts = given.replace(/[!%]/, "").split(/(\d+)/);
      const steps: Step[] = [];
      for (let at = 2; at < parts.length - 1; at += 2)
        steps.push({ gap: Number(parts[at - 1]), kinds: parts[at] ?? "" });
      const pattern = { family, weight: Number(parts.at(-2)), index: index++, level, steps };
      for (const kind of parts[0] ?? "") byFirst.set(kind, [...(byFirst.get(kind) ?? []), pattern]);
    }
  }
  return byFirst;
}
