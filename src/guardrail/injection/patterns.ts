/**
 * Evidence, by family: patterns, each with its weight in tenths of log odds. A pattern is a row of kinds of words (`words.ts`,
 * `tokens.ts`): one of those that stand together, then a digit that says how many others of the same sentence may stand
 * between, then one of the next. Behind `!` it counts in data only, behind `%` in what tools answer. The weights were fitted
 * (logistic regression, none below zero) to attacks and to harmless texts of many sources.
 */
const PATTERNS = `override O2PAo3IJQGt10 O2y2IJQSt14 O1o36 O2o1Pt11 O1A2IJQ6 O1A2t15 O3IQ10 O1PA1IQ30 O4P2IQ20 O1A1Y18 P4I3O30 P1I1O15 O1P0t15 O4t8 O2P5 PA3It3O8 PA2It2O8 w0It14 W2y0I15 y1IQ1b15 y0I0b0W15 V1y0I22 O4
role z1Y1B6 z0Y1B2a6 z1Y6B15 z1Y0a28 WY0Yb0WYb22 W2Y3B10 B1a2Lr8 s3r26 N2F1r10 B3r13 dUL0m10 |0Y0b20 Y2B20
jailbreak N2JGM6 N3f4 l2K7 U1KLr4 F2JGM6 N4M12 M2M11 L7 L3JG13 l0W8 x10 h4h12 r4 K3K12 f4GM4 L4N13
extraction Rv2y2QIJS6 Rv3QI2P12 R2yP1S0QIJ25 R2S0Q20 t1P10 y1X8 X4 Xy3Xu20 b1y1QI20 R2QI18 R3p1QIt12 Q7
delimiter =0eWw12 =1w1I15 e2tIQ18 |0S0:6 |0S0m6
forged K0:1t1c15 t0c9 c0|0E10 c0|0OEV10 |0W0v10 |0W0E12 |0W0Y6
suppression ij0R10 |0v0.7 N2K15 O3v15
instruction %|0E0VFR35 !|0E0.Rv17 !E1k13 !V3F5 !V4y1K4 !|0V3K13 !K2:0|0^23 !E9n24 !V9n7 !H10 !k5 H9 !y1K22 !Rv3T8 !E9 !|0V1y1K13 !y2K1|13`;

/** The odds that a text is an attack of which nothing is known but who wrote it, in tenths of log odds. */
export const PRIORS = { user: -21, tool: -54, retrieved: -52 } as const;

/** Who wrote a text: the user, a tool, or the author of a document that was looked up. */
export type InjectionSource = keyof typeof PRIORS;

/** A kind of evidence. */
export interface Pattern {
  readonly family: string;
  readonly weight: number;
  readonly index: number;
  readonly steps: readonly Step[];
}

/** The next word of a pattern. */
export interface Step {
  /** How many other words may stand before it. */
  readonly gap: number;
  /** 1 for the kinds that fit. */
  readonly kinds: Uint8Array;
}

/** The patterns that count for a source, by the kind that they begin with. */
export function makePatterns(source: InjectionSource): Pattern[][] {
  const byFirst: Pattern[][] = [];
  let index = 0;
  for (const line of PATTERNS.split("\n")) {
    const [family = "", ...list] = line.split(" ");
    for (const given of list) {
      if ((source === "user" && /[!%]/.test(given)) || (source === "retrieved" && given.startsWith("%")))
        continue;
      // Digits and other characters take turns; the last number is the weight.
      const parts = given.replace(/[!%]/, "").split(/(\d+)/);
      const steps: Step[] = [];
      for (let at = 0; at < parts.length - 1; at += 2) {
        const kinds = new Uint8Array(128);
        for (const kind of parts[at] ?? "") kinds[kind.charCodeAt(0)] = 1;
        steps.push({ gap: Number(parts[at - 1] ?? 0), kinds });
      }
      const pattern = { family, weight: Number(parts.at(-2)), index: index++, steps };
      for (const kind of parts[0] ?? "") {
        const code = kind.charCodeAt(0);
        byFirst[code] = [...(byFirst[code] ?? []), pattern];
      }
    }
  }
  return byFirst;
}
