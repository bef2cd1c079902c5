/**
 * Evidence, by family: patterns, each with its weight in tenths of log odds. A pattern is a row of kinds of words (`words.ts`,
 * `tokens.ts`): one of those that stand together, then a digit that says how many others of the same sentence may stand
 * between, then one of the next. Behind `!` it counts in data only, behind `%` in what tools answer. The weights were fitted
 * (logistic regression, none below zero) to attacks and to harmless texts of many sources.
 */
const PATTERNS = `override O2PAo3IJQGt12 O2y2IJQSt14 O1o37 O2o1Pt12 O1A2IJQ6 O1A2t14 O1t3 O1P0|3 O3IQ11 O3GM3 O1PA1IQ30 O4P2IQ20 O1A1Y18 P4I3O30 P1I1O15 O1P0t15 O4t9 PA3It3O8 PA2It2O8 w0It20 W2y0I15 y1IQ1b15 y0I0b0W15 V1y0I22 V1y1QJ9
role z1Y1B4 z0Y1B2a4 z1Y6B20 z1Y0a16 WY0Yb0WYb20 W2Y3B10 Bb1a7 B1a2LDr8 Y1b2D12 s3r23 N2F1r9 B3r9 Yb4F3 dUDL0m10 |0Y0b19 Y2B16
jailbreak N2JGM9 N3f3 l2K5 F2JGM6 N4M11 M2M7 M2M4M2 D7 L6 L3JG9 l0W6 x10 x2x4 h4 h4h9 r10 r4r2 K3K10 y2GM4 f4GM8 N2f4 L4N8
extraction Rv2y2QIJS6 Rv3QI2P12 R2yP1S0QIJ25 R2S0Q20 t1P11 Rv3X3 y1X7 X3 Xy3Xu17 b1y1QI20 e2Q4 R2QI16 R3p1QIt12 Q10
delimiter =0eWw12 =1w1I15 e2tIQ15 |0S0:6 |0S0m6 |0I0:6 ^0S8
forged K0:1t1c15 t0c10 c0|0E10 c0|0OEV10 |0W0v9 |0W0E12 |0W0Y6
suppression j0Rv5 ij0R6 N4j0R6 |0v0.7 N2K16 O3v16 l1e6
instruction %|0E0VFR35 !|0E0.Rv17 !E1k13 !V3F4 !V4y1K6 !|0V3K12 !K2:0|0^22 !E9n22 !V9n12 !H10 !k9 H9 !y1K22 !Rv3T8 !E8 !|0V1y1K13 !y2K1|11`;

/** The odds that a text is an attack of which nothing is known but who wrote it, in tenths of log odds. */
export const PRIORS = { user: -25, tool: -53, retrieved: -50 } as const;

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
