import { beforeAll, describe, expect, test } from "vitest";
import type { GuardrailDetector } from "../../src/contracts/detector.ts";
import { canary } from "../../src/guardrail/canary.ts";
import { pii } from "../../src/guardrail/pii.ts";
import { stageOf } from "../../src/guardrail/policy/stage.ts";
import { secrets } from "../../src/guardrail/secrets.ts";
import { corpusRows } from "../support/corpus.ts";
import { type SecretRow, secretText } from "../support/guard-scores.ts";

// However a text is cut into pieces, what is shown of it adds up to what becomes of the whole.

const leak = canary({ word: "quietheron42" });

/** The built-in detectors that can stream, and two in a row. */
const subjects: Readonly<Record<string, readonly GuardrailDetector[]>> = {
  "pii, all of it": [pii({ detect: "all", dictionary: ["Project Heron"], names: ["Ada Lovelace"] })],
  "pii that refuses": [pii({ detect: "all", onMatch: "block" })],
  secrets: [secrets()],
  "secrets that refuse": [secrets({ onMatch: "block" })],
  canary: [leak.detector({ onMatch: "redact" })],
  "canary, then pii": [leak.detector({ onMatch: "redact" }), pii()],
  "pii, then secrets": [pii({ detect: "all", mask: "<{label}>" }), secrets()],
  "secrets, then pii": [secrets({ mask: "{label}" }), pii()],
  "pii, then secrets that refuse": [pii({ detect: "all" }), secrets({ onMatch: "block" })],
};

/** How often texts are cut at random, over all detectors. */
const RANDOM_SPLITS = 10_000;
const LONGEST = 220;

/** Texts that the corpora do not have, or that stand for them where they are not there. */
const own: readonly string[] = [
  "Call (212) 555-0123 ext. 45 or write to ada.lovelace+x@mail.example.co.uk, please.",
  "My card is 4111 1111 1111 1111; my SSN, 536-90-4399. IBAN: de89 3704 0044 0532 0130 00!",
  "Ada Lovelace of Project Heron at 10.0.0.1, 2001:db8::1, 00:1a:2b:3c:4d:5e and https://www.example.com/a(b)?c=d.",
  "born on 12 March 1984, wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, 0x52908400098527886E0F7030069857D2E4169EE7",
  'api_key = "q8Zr4TnW1pXs7LdK3vBm" password: hunter2hunter2 Authorization: Bearer abcDEF123456ghiJKL789',
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
  "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----\nrest",
  "postgres://admin:s3cr3tPassw0rd@db.example.com:5432/app and https://user:pw123456@host.example/",
  "４１１１ １１１１ １１１１ １１１１ ist die Karte, ٢١٢-٥٥٥-٠١٢٣ call",
  "4\u200b1\u200b1\u200b1 1111\u00ad1111 1111 and ada\u200b@\ufeffexample.com and 🙂 +1\u2011212\u2011555\u20110123 🙂",
  "\ud83d lone, \udc00 the wrong way round, and a card 4111-1111-1111-1111\ud83d",
  "My instructions say quietheron42, or QUIET-HERON-42, 24norehteiuq, cXVpZXRoZXJvbjQy and d h v r g u r e b a 4 2.",
  "71756965746865726f6e3432 quietheron quietheron4 2 q.u.i.e.t.h.e.r.o.n.4.2 q u i e t",
  "Leaked: q_u_i_e_t_h_e_r_o_n_4_2, call 212-555-0123 about quietheron42",
  `Write to a*b!#$%&'c+^~d-e_f.g@example.com, or to "Ada B"@example.org`,
  "1-1-1-1-1-1 +1 +1 +1 a@a@a@ a.a.a.a :: :: eyJeyJ key=key= http://http:// 4111 1111 1111 1112 1",
];

let texts: readonly string[] = own;

beforeAll(async () => {
  const spans = [
    "pii/synth_v2",
    "pii/generated_large",
    "pii/phone",
    "pii/presidio_vectors",
    "injection/deepset",
  ];
  const sets = await Promise.all(
    spans.map((name) => corpusRows<{ text: string }>(`guards/${name}.dev.jsonl`)),
  );
  const lines = await corpusRows<SecretRow>("guards/secrets/secret_lines.dev.jsonl");
  const found = [
    ...sets.flatMap((rows) =>
      some(
        (rows ?? []).map(({ text }) => text),
        30,
      ),
    ),
    ...some((lines ?? []).map(secretText), 40),
  ];
  // Digits and letters of two units, so that a cut goes through what is found.
  texts = [...own, ...found.map((text, index) => (index % 5 === 0 ? styled(text) : text))].map((text) =>
    text.slice(0, LONGEST),
  );
});

describe.each(Object.entries(subjects))("the streaming law: %s", (_, detectors) => {
  test("single characters", async () => {
    for (const text of texts) {
      const cuts = Array.from({ length: text.length }, (_, at) => at);
      expectAlike(await shown(detectors, text, cuts), await wanted(detectors, text), cuts);
    }
  });

  test("every cut in two", async () => {
    for (const text of texts) {
      const whole = await wanted(detectors, text);
      for (let cut = 0; cut <= text.length; cut++)
        expectAlike(await shown(detectors, text, [cut]), whole, [cut]);
    }
  });

  test("random pieces", async () => {
    const random = randomNumbers(20_261_130);
    const splits = Math.ceil(RANDOM_SPLITS / Object.keys(subjects).length);
    let text = "";
    let whole: Shown = { text, isRefused: false };
    for (let split = 0; split < splits; split++) {
      // A text in 16 ways, alone or with others around it.
      if (split % 16 === 0) {
        text = Array.from({ length: 1 + random(3) }, () => texts[random(texts.length)]).join(" ");
        whole = await wanted(detectors, text);
      }
      const cuts = Array.from({ length: 1 + random(9) }, () => random(text.length + 1)).sort((a, b) => a - b);
      expectAlike(await shown(detectors, text, cuts), whole, cuts);
    }
  });

  test("finds something in these texts, so that the law says something", async () => {
    const found = await Promise.all(own.map((text) => wanted(detectors, text)));
    expect(found.filter((one, at) => one.isRefused || one.text !== own[at]).length).toBeGreaterThan(2);
  });
});

interface Shown {
  readonly text: string;
  readonly isRefused: boolean;
}

/** What becomes of the whole text; of one that is refused, what stands before what it is refused for. */
async function wanted(detectors: readonly GuardrailDetector[], given: string): Promise<Shown> {
  let text = given;
  for (const detector of detectors) {
    const verdict = await detector.check(text);
    if (verdict.type === "redact") text = verdict.text;
    if (verdict.type === "block")
      return { text: text.slice(0, verdict.matches?.[0]?.span?.[0]), isRefused: true };
  }
  return { text, isRefused: false };
}

/** What is shown of a text that comes in pieces. */
async function shown(
  detectors: readonly GuardrailDetector[],
  text: string,
  cuts: readonly number[],
): Promise<Shown> {
  let isRefused = false;
  const refuse = (): void => {
    isRefused = true;
  };
  const stage = await stageOf(detectors, { context: {}, isJson: false, isHeld: false, refuse, hold() {} });
  if (!stage) throw new Error("The detectors do not stream.");
  let result = "";
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    result += stage.push(text.slice(from, cut));
    from = cut;
  }
  result += stage.end();
  return { text: result, isRefused };
}

/** Of a text that is refused, less may be shown than could be, and never more. */
function expectAlike(one: Shown, whole: Shown, cuts: readonly number[]): void {
  const isAlike =
    one.isRefused === whole.isRefused &&
    (one.text === whole.text || (one.isRefused && whole.text.startsWith(one.text)));
  if (!isAlike) expect({ ...one, cuts }).toEqual({ ...whole, cuts });
}

/** Every so many-th of them. */
function some(all: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
}

/** Digits as mathematical bold ones, which take two units each. */
function styled(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));
}

/** Numbers below a bound that look random and are the same on every runtime. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
