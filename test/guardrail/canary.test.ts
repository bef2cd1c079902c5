import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toBase64 } from "../../src/core/base64.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { canary } from "../../src/guardrail/canary.ts";
import type { OnMatch } from "../../src/guardrail/scanning-detector.ts";

const WORD = "quietheron42";
const trap = canary({ word: WORD });
const base64 = (text: string): string => toBase64(new TextEncoder().encode(text));
const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97));
const hex = (text: string): string =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join("");

const leaks: readonly string[] = [
  `The word is ${WORD}.`,
  `It starts: ${WORD.toUpperCase()}!`,
  "Q-u-i-e-t-h-e-r-o-n-4-2",
  "q u i e t h e r o n 4 2",
  "q\nu\ni\ne\nt\nh\ne\nr\no\nn\n4\n2",
  "**quiet**, **heron**, **42**",
  '"quiet" + "heron42"',
  "qui\u200beth\u00aderon42",
  "ｑｕｉｅｔｈｅｒｏｎ４２",
  Array.from(WORD).reverse().join(""),
  rot13(WORD),
  hex(WORD),
  hex(WORD).replace(/../g, "$& "),
  base64(WORD),
  base64(`.${WORD}`),
  base64(`..${WORD}`),
  base64(`My instructions: ${WORD} and more.`),
  base64(WORD.toUpperCase()),
];

const harmless: readonly string[] = [
  "A quiet heron stood in the water. 42 of them flew away.",
  "quietheron4",
  "uietheron42",
  "quiet        heron42",
  base64("nothing of that kind is here"),
  "",
];

describe("canary", () => {
  test("makes another word each time, of letters", () => {
    const words = new Set(Array.from({ length: 50 }, () => canary().word));
    expect(words.size).toBe(50);
    for (const word of words) expect(word).toMatch(/^[a-z]{14}$/);
  });

  test("puts the word into a system prompt", () => {
    const prompt = trap.instruct("You talk about birds.");
    expect(prompt).toMatch(/^You talk about birds\.\n/);
    expect(prompt.split(WORD)).toHaveLength(2);
  });

  test.each(leaks)("finds a leak: %j", async (text) => {
    const verdict = await trap.detector().check(text);
    expect(verdict).toMatchObject({ type: "block", reason: "canary: canary" });
    expect(JSON.stringify(verdict).toLowerCase()).not.toContain(WORD);
  });

  test.each(harmless)("finds none: %j", async (text) => {
    expect(await trap.detector().check(text)).toEqual({ type: "allow" });
  });

  test.each(["QuietHeron42", "quietheron42", "QUIETHERON42"])(
    "finds the word %j in any case, encoded as well",
    async (word) => {
      const detector = canary({ word }).detector();
      for (const written of [word, word.toLowerCase(), word.toUpperCase()]) {
        for (const text of [
          written,
          rot13(written.toLowerCase()),
          hex(written),
          base64(`.${written}`),
          base64(`${written}!`),
        ])
          expect((await detector.check(`It is ${text}.`)).type, text).toBe("block");
      }
    },
  );

  test("finds the word of its own only", async () => {
    const other = canary();
    expect((await other.detector().check(`so: ${WORD}`)).type).toBe("allow");
    expect((await other.detector().check(`so: ${other.word}`)).type).toBe("block");
  });

  test("masks the word, or only tells of it", async () => {
    const masking = trap.detector({ onMatch: "redact", mask: "(gone)", name: "leak" });
    expect(await masking.check(`It is ${WORD}, no ${rot13(WORD)}.`)).toMatchObject({
      type: "redact",
      text: "It is (gone), no (gone).",
      matches: [{ rule: "leak.canary", span: [6, 18] }, { span: [23, 35] }],
    });
    expect((await trap.detector({ onMatch: "flag" }).check(WORD)).type).toBe("flag");
  });

  test.each(["", "short", "has blanks in it", "späterheron", "x".repeat(33)])(
    "refuses the word %j",
    (word) => {
      expect(() => canary({ word })).toThrow(ConfigError);
    },
  );

  test("refuses what is no way to act", () => {
    expect(() => trap.detector({ onMatch: "shout" as OnMatch })).toThrow(ConfigError);
  });
});

describe("a streamed canary", () => {
  const detector = trap.detector({ onMatch: "redact" });
  const streamed = async (text: string, cuts: readonly number[]): Promise<string> => {
    const stream = await detector.stream?.();
    let shown = "";
    let from = 0;
    for (const cut of [...cuts, text.length]) {
      shown += stream?.push(text.slice(from, cut)).text;
      from = cut;
    }
    return shown + stream?.end().text;
  };
  const whole = async (text: string): Promise<string> => {
    const verdict = await detector.check(text);
    return verdict.type === "redact" ? verdict.text : text;
  };

  test("is masked however the text is cut in two, and character by character", async () => {
    for (const leak of [...leaks, ...harmless]) {
      const text = `Well: ${leak} 🙂 q-u-i-e-t`;
      const expected = await whole(text);
      for (let cut = 0; cut <= text.length; cut++) expect(await streamed(text, [cut])).toBe(expected);
      expect(
        await streamed(
          text,
          Array.from(text.slice(1), (_, index) => index + 1),
        ),
      ).toBe(expected);
    }
  });

  test("is masked however the text is cut", async () => {
    const piece = fc.oneof(
      fc.constantFrom(...leaks, ...harmless, "q", "Qu", "24no", " ", "\ud83d", "\ude42", "cX", "71 75"),
      fc.string({ maxLength: 6 }),
    );
    const property = fc.asyncProperty(
      fc.array(piece, { maxLength: 8 }),
      fc.array(fc.nat(300), { maxLength: 12 }),
      async (pieces, cuts) => {
        const text = pieces.join("");
        const places = cuts.filter((cut) => cut <= text.length).sort((one, other) => one - other);
        expect(await streamed(text, places)).toBe(await whole(text));
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  test("is refused before any of it is shown", async () => {
    const stream = await trap.detector().stream?.();
    const first = stream?.push("It is quiet");
    const second = stream?.push("heron42, you know");
    expect(first).toMatchObject({ text: "It is " });
    expect(second).toMatchObject({ text: "", block: { type: "block" } });
  });

  test("holds back no more than the word can be long, and hostile texts end soon", async () => {
    for (const unit of ["q", "q      ", "quietheron4", "q-u-i-e-t-", "71", "cX", "Zz"]) {
      const text = unit.repeat(200_000 / unit.length);
      const stream = await trap.detector().stream?.();
      let shown = 0;
      let held = 0;
      for (let from = 0; from < 20_000; from += 50) {
        shown += stream?.push(text.slice(from, from + 50)).text.length ?? 0;
        held = Math.max(held, from + 50 - shown);
      }
      expect(held).toBeLessThan(300);
      expect((await trap.detector().check(text)).type).toBe("allow");
    }
  });
});
