import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProviderError } from "../../src/core/errors/provider-errors.ts";
import { type Vault, vault } from "../../src/guardrail/vault.ts";
import type { VaultSession } from "../../src/guardrail/vault-session.ts";
import { VaultValues } from "../../src/guardrail/vault-values.ts";
import { foundIn, leaksIn } from "./vault-support.ts";

function sessionWith(...values: readonly string[]): VaultValues {
  const session = new VaultValues(100);
  for (const value of values) session.protect(value, [{ rule: "r.email", span: [0, value.length] }]);
  return session;
}

const protect = (session: VaultSession, text: string): string => session.protect(text, foundIn(text));

function inPieces(session: VaultSession, pieces: readonly string[]): string {
  const stage = session.shows();
  return pieces.map((piece) => stage.push(piece)).join("") + stage.end();
}

describe("placeholders", () => {
  test("are named by what was found, and counted", () => {
    const session = sessionWith();
    expect(protect(session, "ada@x.io and bob@y.io, Ada Lovelace")).toBe(
      "[EMAIL_1] and [EMAIL_2], [PERSON_1]",
    );
    expect(protect(session, "Again bob@y.io.")).toBe("Again [EMAIL_2].");
    expect(session.restore("[PERSON_1] <[EMAIL_1]>")).toBe("Ada Lovelace <ada@x.io>");
  });

  test.each([
    ["credit-card", "[CREDIT_CARD_1]"],
    ["us-npi", "[US_NPI_1]"],
    ["ipv4", "[IPV4_1]"],
    ["адрес", "[VALUE_1]"],
    ["", "[VALUE_1]"],
    ["a.b_", "[A_B_1]"],
  ])("of %j are %s", (label, expected) => {
    const session = sessionWith();
    expect(session.protect("secret", [{ rule: "r", label, span: [0, 6] }])).toBe(expected);
    expect(session.restore(expected)).toBe("secret");
  });

  test("are named by the rule where a match has no label", () => {
    expect(new VaultValues(9).protect("x", [{ rule: "pii.iban", span: [0, 1] }])).toBe("[IBAN_1]");
  });

  test("stand for what overlaps as a whole", () => {
    const session = sessionWith();
    const hidden = session.protect("see abcdef now", [
      { rule: "a", span: [4, 8] },
      { rule: "b", span: [6, 10] },
      { rule: "b", span: [3, 3] },
      { rule: "b" },
    ]);
    expect(hidden).toBe("see [A_1] now");
    expect(session.restore(hidden)).toBe("see abcdef now");
  });

  test("in what is found are no values: half of one or one inside is put back first", () => {
    const session = sessionWith("ada@x.io");
    expect(session.protect("https://x/[EMAIL_1]?", [{ rule: "url", span: [0, 19] }])).toBe("[URL_1]?");
    expect(session.restore("[URL_1]?")).toBe("https://x/ada@x.io?");
    expect(session.protect("To [EMAIL_1].", [{ rule: "word", span: [4, 9] }])).toBe("To [EMAIL_1].");
  });
});

describe("known values", () => {
  test.each([
    ["inside of larger texts", "<a href='mailto:ada@x.io'>", "<a href='mailto:[EMAIL_1]'>"],
    ["behind the escapes of JSON", '"a\\nada@x.io"', '"a\\n[EMAIL_1]"'],
    ["without a border", "xada@x.iox", "x[EMAIL_1]x"],
  ])("are hidden %s", (_name, text, hidden) => {
    const session = sessionWith("ada@x.io");
    expect(session.protect(text)).toBe(hidden);
    expect(session.restore(hidden)).toBe(text);
  });

  test.each([
    ["in another case", "ADA@X.IO"],
    ["in an address", "ada%40x.io"],
  ])("are hidden %s, and come back as they were written", (_name, text) => {
    const session = sessionWith("ada@x.io");
    expect(session.protect(`a ${text} b`)).toBe("a [EMAIL_2] b");
    expect(session.restore("a [EMAIL_2] b")).toBe(`a ${text} b`);
  });

  test("are hidden in JSON", () => {
    const session = new VaultValues(9);
    session.protect('"al" <b', [{ rule: "name", span: [0, 7] }]);
    const json = JSON.stringify({ name: '"al" <b' });
    const hidden = session.protect(json);
    expect(hidden).toBe('{"name":"[NAME_2]"}');
    expect(JSON.parse(session.restore('{"name":"[NAME_1]"}'))).toEqual(JSON.parse(json));
  });

  test("go first where they are longest", () => {
    const session = new VaultValues(9);
    for (const name of ["Ada Lovelace", "Ada Lovelace King", "Ada"])
      session.protect(name, [{ rule: "n", span: [0, name.length] }]);
    expect(session.protect("Ada Lovelace King, Ada Lovelace, Ada, Adam, Łada")).toBe(
      "[N_2], [N_1], [N_3], Adam, Łada",
    );
  });

  test("are found at the end of a text where a longer one begins alike", () => {
    const session = new VaultValues(9);
    for (const name of ["Ada Lovelace", "Ada Lovelace King"])
      session.protect(name, [{ rule: "n", span: [0, name.length] }]);
    expect(session.protect("of ada lovelace")).toBe("of [N_3]");
  });

  test("that are short are hidden as words only, in scripts with borders", () => {
    const session = new VaultValues(9);
    for (const name of ["Ada", "田中", "I"]) session.protect(name, [{ rule: "n", span: [0, name.length] }]);
    expect(session.protect("Adaptor of Ada_1 and 田中さん, I say \\nAda")).toBe(
      "Adaptor of Ada_1 and [N_2]さん, I say \\n[N_1]",
    );
  });

  test("are not looked for in placeholders", () => {
    const session = sessionWith("ada@x.io");
    session.protect("email", [{ rule: "word", span: [0, 5] }]);
    expect(session.protect("email [EMAIL_1] email [email_1]")).toBe("[WORD_1] [EMAIL_1] [WORD_1] [email_1]");
  });

  test("are hidden all through a value, which stays as it is where there are none", () => {
    const session = sessionWith("ada@x.io");
    const plain = { a: [1, "x", null, { b: new Date(0) }], c: new Uint8Array(3) };
    expect(session.protectAll(plain)).toBe(plain);
    const loop: { self?: unknown; to: string } = { to: "ada@x.io" };
    loop.self = loop;
    expect(session.protectAll(loop)).toMatchObject({ to: "[EMAIL_1]" });
    const hidden = session.protectAll({
      "ada@x.io": ["to ada@x.io", { toJSON: () => ({ of: "ada@x.io" }) }],
    });
    expect(hidden).toEqual({ "[EMAIL_1]": ["to [EMAIL_1]", { of: "[EMAIL_1]" }] });
    expect(session.restoreAll(hidden)).toEqual({ "ada@x.io": ["to ada@x.io", { of: "ada@x.io" }] });
    expect(Object.keys(session.protectAll(JSON.parse('{"__proto__":"ada@x.io"}')))).toEqual(["__proto__"]);
  });

  test("are hidden in errors, which stay errors of their class", () => {
    const session = sessionWith("ada@x.io");
    const cause = new RangeError("no ada@x.io");
    const error = new ProviderError("Failed: no ada@x.io", { cause, context: { who: "ada@x.io" } });
    const hidden = session.protectAll({ error }).error;
    expect(hidden).toBeInstanceOf(ProviderError);
    expect(hidden).toMatchObject({
      code: "PROVIDER_ERROR",
      message: "Failed: no [EMAIL_1]",
      context: { who: "[EMAIL_1]" },
    });
    expect(hidden.toJSON().message).toBe("Failed: …");
    expect(leaksIn(hidden, hidden.cause, hidden.stack)).toEqual([]);
    const other = new ProviderError("Nothing of it.");
    expect(session.protectAll(other)).toBe(other);
  });
});

const FORMS: readonly (readonly [written: string, shown: string])[] = [
  ["[EMAIL_1]", "ada@x.io"],
  ["[email_1]", "ada@x.io"],
  ["[Email_1]", "ada@x.io"],
  ["**[EMAIL_1]**", "**ada@x.io**"],
  ["\\[EMAIL\\_1\\]", "ada@x.io"],
  ["\\\\[EMAIL\\\\_1\\\\]", "ada@x.io"],
  ["`[EMAIL_1]`", "`ada@x.io`"],
  ["`EMAIL_1`", "`ada@x.io`"],
  ["EMAIL_1", "ada@x.io"],
  ["EMAIL\\_1", "ada@x.io"],
  ["(EMAIL_1)", "(ada@x.io)"],
  ["<EMAIL_1>", "<ada@x.io>"],
  ["{{EMAIL_1}}", "{{ada@x.io}}"],
  ["[ EMAIL_1 ]", "ada@x.io"],
  ["[EMAIL 1]", "ada@x.io"],
  ["[EMAIL-1]", "ada@x.io"],
  ["[EMAIL _ 1]", "ada@x.io"],
  ["［EMAIL_1］", "ada@x.io"],
  ["【EMAIL_1】", "ada@x.io"],
  ["[[EMAIL_1]](mailto:[EMAIL_1])", "[ada@x.io](mailto:ada@x.io)"],
  ["[EMAIL_1](mailto:[EMAIL_1])", "[ada@x.io](mailto:ada@x.io)"],
  ["[EMAIL_1](mailto:%5BEMAIL_1%5D)", "[ada@x.io](mailto:ada%40x.io)"],
  ["[EMAIL_1](work)", "ada@x.io(work)"],
  ["[EMAIL_1] (work)", "ada@x.io (work)"],
  ["[write](mailto:[EMAIL_1])", "[write](mailto:ada@x.io)"],
  ["C:\\\\[EMAIL_1]", "C:\\\\ada@x.io"],
  ["[EMAIL_1][EMAIL_2]", "ada@x.iobob@y.io"],
  ["[EMAIL_10]", "[EMAIL_10]"],
  ["[EMAIL_1", "[ada@x.io"],
  ["EMAIL_1]", "ada@x.io]"],
  ["[EMAIL_1}", "[ada@x.io}"],
];

const KEPT: readonly string[] = [
  "email_1", // code has such names
  "MY_EMAIL_1",
  "EMAIL_1_old",
  "EMAIL_1\\_2_",
  "EMAIL_12",
  "EMAIL 1",
  "xEMAIL_1",
  "EMAIL_1x",
  "[EMAIL_3]",
  "[EMAIL1]",
  "[EMAIL_01]",
  "[EMAIL\n_1]",
  "[E-MAIL_1]",
  "[SECTION_1]",
  "\\section[1]",
  "%5BEMAIL_1",
];

describe("restoring", () => {
  const session = sessionWith("ada@x.io", "bob@y.io");

  test.each(FORMS)("%s is shown as %s", (written, shown) => {
    expect(session.restore(written)).toBe(shown);
    expect(session.restore(`To ${written}, soon`)).toBe(`To ${shown}, soon`);
  });

  test.each(KEPT)("%s stays", (text) => {
    expect(session.restore(text)).toBe(text);
  });

  test("writes values as JSON has them where the text is JSON", () => {
    const quoted = new VaultValues(9);
    const value = '"ada" \\ x';
    quoted.protect(value, [{ rule: "name", span: [0, value.length] }]);
    for (const json of ['{"a":"[NAME_1]"}', '\n ["[NAME_1]"]', '[ {"a":"[NAME_1]"}]']) {
      expect(JSON.stringify(JSON.parse(quoted.restore(json)))).toContain(JSON.stringify(value));
    }
    expect(quoted.restore("[NAME_1] {}")).toBe(`${value} {}`);
  });

  test("is the same however a text is cut", () => {
    for (const text of [
      ...FORMS.map(([written]) => `a ${written}, b`),
      ...FORMS.map(([written]) => written),
      ...KEPT,
    ]) {
      const whole = session.restore(text);
      expect(inPieces(session, [...text]), text).toBe(whole);
      expect(inPieces(session, text.split("")), text).toBe(whole);
      for (let cut = 0; cut <= text.length; cut++) {
        expect(inPieces(session, [text.slice(0, cut), text.slice(cut)]), `${text} at ${cut}`).toBe(whole);
      }
    }
  });

  test("is the same for random texts and cuts", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "\\",
      "_",
      "EMAIL",
      "email",
      "_1",
      "1",
      "2",
      " ",
      "%5B",
      "%5d",
      "(",
      "mailto:",
      "(tel",
      "A",
      "x",
      "{",
      '"',
      "【",
      "】",
      "🙂",
      "\ud83d",
      "-",
      "EMAIL_1",
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 8 }), (pieces) => {
        const texts = pieces.map((one) => one.join(""));
        expect(inPieces(session, texts)).toBe(session.restore(texts.join("")));
        expect(inPieces(session, texts.join("").split(""))).toBe(session.restore(texts.join("")));
      }),
      { numRuns: 3000 },
    );
  });

  test("holds back what could still become a placeholder of the session, and nothing else", () => {
    const heldOf = (text: string): string => {
      const stage = session.shows();
      return text.slice(stage.push(text).length);
    };
    for (const held of [
      "[",
      "[E",
      "[email",
      "[EMAIL_",
      "[EMAIL_1",
      "\\",
      "\\[",
      "E",
      "EMAIL",
      "EMAIL_1",
      "[ ",
      "%5",
      "%5bE",
      "【EM",
      "[EMAIL_1 ",
    ]) {
      expect(heldOf(`To ${held}`), held).toBe(held);
    }
    for (const text of [
      "[X",
      "[EMAIL_3",
      "EX",
      "e",
      "email_1",
      "[EMAIL_1] ",
      "[EMAIL:",
      "%6",
      "[EMALE",
      "x\\n",
      "[1",
      "aE",
      "[EMAIL__x",
    ]) {
      expect(heldOf(`To ${text}`), text).not.toContain("[X");
      expect(session.shows().push(`To ${text}`).length, text).toBeGreaterThanOrEqual(
        session.restore(`To ${text}`).length,
      );
    }
    expect(new VaultValues(9).shows().push("[EMAIL_1")).toBe("[EMAIL_1");
    const stage = session.shows();
    stage.push("To [EMA");
    expect(stage.held).toBe(4);
  });

  test("goes to the end of hostile texts in linear time", () => {
    for (const unit of [
      "[",
      "\\",
      "[EMAIL_",
      "E",
      "EMAIL_1",
      "[ ",
      "[EMAIL_1](",
      "%5B",
      "ada@x.i",
      "[email 1 ",
      "A\\_",
      "\\B",
    ]) {
      const text = unit.repeat(200_000 / unit.length);
      const begun = performance.now();
      session.restore(text);
      session.restore(`${text}É`);
      session.protect(text);
      expect(performance.now() - begun, unit).toBeLessThan(3000);
    }
  }, 60_000);
});

describe("texts that look like placeholders", () => {
  test("take their numbers away", () => {
    const session = new VaultValues(9);
    const text = "[EMAIL_1] and `EMAIL_2` and [email 3] are not ada@x.io";
    session.reserve(text);
    expect(protect(session, text)).toBe("[EMAIL_1] and `EMAIL_2` and [email 3] are not [EMAIL_4]");
    expect(session.restore("[EMAIL_1] [EMAIL_4]")).toBe("[EMAIL_1] ada@x.io");
  });

  test("that would stand for a value are values themselves", () => {
    const session = sessionWith("ada@x.io");
    const text = "What is [EMAIL_1]?";
    const hidden = session.quote(text, true);
    expect(hidden).toBe("What is [TEXT_1]?");
    expect(session.restore(hidden)).toBe(text);
    // What is said later by the model is the placeholder still.
    expect(session.protect("To [EMAIL_1]")).toBe("To [EMAIL_1]");
    expect(session.restore("[EMAIL_1] for [TEXT_1]")).toBe("ada@x.io for [EMAIL_1]");
    // And in a history the text is known.
    expect(session.quote("[EMAIL_1]", false)).toBe("[TEXT_1]");
  });
});

describe("a vault", () => {
  const open = async (values: Vault, sessionId: string): Promise<VaultSession> =>
    values.session({ runId: "r", sessionId });

  test("keeps sessions apart", async () => {
    const values = vault();
    const one = await open(values, "one");
    const other = await open(values, "other");
    expect(protect(one, "ada@x.io")).toBe("[EMAIL_1]");
    expect(other.restore("[EMAIL_1]")).toBe("[EMAIL_1]");
    expect((await open(values, "one")).restore("[EMAIL_1]")).toBe("ada@x.io");
    // A session has nothing to do with a run of the same name.
    expect((await values.session({ runId: "one" })).restore("[EMAIL_1]")).toBe("[EMAIL_1]");
  });

  test("keeps the values of a tree of runs together, also where a run of it is resumed by itself", async () => {
    const values = vault();
    protect(await values.session({ runId: "inner", rootRunId: "root" }), "ada@x.io");
    expect((await values.session({ runId: "root" })).restore("[EMAIL_1]")).toBe("ada@x.io");
    expect((await values.session({ runId: "inner", rootRunId: "inner" })).restore("[EMAIL_1]")).toBe(
      "ada@x.io",
    );
  });

  test("forgets", async () => {
    const values = vault();
    protect(await open(values, "one"), "ada@x.io");
    protect(await values.session({ runId: "run" }), "ada@x.io");
    expect([values.forget("one"), values.forget("run"), values.forget("one")]).toEqual([true, true, false]);
    expect((await open(values, "one")).restore("[EMAIL_1]")).toBe("[EMAIL_1]");
  });

  test("forgets the session that was used longest ago", async () => {
    const values = vault({ maxSessions: 2 });
    for (const id of ["a", "b"]) protect(await open(values, id), "ada@x.io");
    await open(values, "a");
    await open(values, "c");
    expect((await open(values, "a")).restore("[EMAIL_1]")).toBe("ada@x.io");
    expect((await open(values, "b")).restore("[EMAIL_1]")).toBe("[EMAIL_1]");
  });

  test("forgets the values that were used longest ago, and gives no number twice", async () => {
    const session = await vault({ maxValues: 8 }).session({ runId: "r" });
    for (let index = 1; index <= 8; index++) protect(session, `u${index}@x.io`);
    protect(session, "u1@x.io");
    expect(protect(session, "u9@x.io")).toBe("[EMAIL_9]");
    expect(session.restore("[EMAIL_1] [EMAIL_2] [EMAIL_9]")).toBe("u1@x.io [EMAIL_2] u9@x.io");
    expect(session.protect("u2@x.io")).toBe("u2@x.io");
    expect(protect(session, "u2@x.io")).toBe("[EMAIL_10]");
    expect(inPieces(session, ["[EMAIL_2", "]"])).toBe("[EMAIL_2]");
  });

  test("shows no value where it is written down", async () => {
    const values = vault();
    const session = await open(values, "one");
    protect(session, "ada@x.io");
    expect(leaksIn(values, session, { ...values }, { ...session }, session.shows())).toEqual([]);
    expect(JSON.stringify([values, session])).toBe("[{},{}]");
  });

  test("allows tools by name", () => {
    expect(vault().restoresIn("mail")).toBe(false);
    expect(vault({ restoreInTools: true }).restoresIn("mail")).toBe(true);
    const some = vault({ restoreInTools: ["mail"] });
    expect([some.restoresIn("mail"), some.restoresIn("web")]).toEqual([true, false]);
  });

  test.each([{ maxSessions: 0 }, { maxValues: Number.NaN }, { restoreInTools: "mail" as unknown as true }])(
    "refuses %j",
    (options) => {
      expect(() => vault(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    },
  );
});
