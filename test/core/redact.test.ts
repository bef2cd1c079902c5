import { describe, expect, test } from "vitest";
import { isSecretName, redactText, redactValue } from "../../src/core/redact.ts";

describe("redactText", () => {
  test.each([
    "sk-proj-0123456789abcdef",
    "sk_live_0123456789abcdef",
    "gsk_0123456789abcdef",
    "csk-0123456789abcdef",
    "AQ.Ab8RN6J0123456789",
    "github_pat_0123456789_abcdef",
    "ghs_0123456789abcdef",
    "glpat-0123456789abcdef",
    "xoxb-0123456789-abcdef",
    "xapp-1-A0123456789-abcdef",
    "ya29.a0AfH6SMB0123456789",
    "AIzaSyA0123456789abcdef",
    "AKIA0123456789ABCDEF",
    "ASIA0123456789ABCDEF",
    "ABSKQmVkcm9ja0FQSUtleS0+/abc==",
    "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29tLz9BY3Rpb24",
    "Bearer 0123456789abcdef",
    `eyJhbGciOiJub25lIn0.${"e".repeat(9000)}.c2ln`,
  ])("hides %s", (secret) => {
    expect(redactText(`It says: ${secret}, again "${secret}".`)).toBe(
      'It says: [redacted], again "[redacted]".',
    );
  });

  test.each([
    'The tool "skill_search_engine" failed.',
    "The risk-assessment-report and the ghostwriter_tools_x are sketchy-looking.",
    "skateboarding-tricks, pkg_config_parser, hfs-plus-volumes",
    "https://host.example/path?page=2&query=keys#token",
  ])("leaves alone what only looks a little like a key: %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each([
    ["https://me:hunter22@host/", "https://[redacted]@host/"],
    ["redis://:hunter22@host:6379", "redis://[redacted]@host:6379"],
    ["https://host/?api_key=abc&page=2", "https://host/?api_key=[redacted]&page=2"],
    ["https://host/?page=2&X-Amz-Signature=abc#top", "https://host/?page=2&X-Amz-Signature=[redacted]#top"],
    ['(wss://host/?access_token=a.b.c")', '(wss://host/?access_token=[redacted]")'],
  ])("hides the credentials in %s", (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  test("does not give up on a match of any length, and cuts what nobody would read", () => {
    const text = redactText(`sk-${"x".repeat(20_000_000)}`);
    expect(text).toBe("[redacted]");
    expect(redactText("a ".repeat(2_000_000)).length).toBeLessThanOrEqual(1_000_000);
  });
});

describe("redactValue", () => {
  test("hides whatever stands under the name of a secret, and keeps numbers", () => {
    const headers = {
      "set-cookie": ["sid=1"],
      "X-Api-Key": "k",
      Authorization: { scheme: "Basic", value: "k" },
    };
    const value = {
      headers,
      sessionToken: "k",
      maxTokens: 4,
      token: 7,
      apiKeys: ["k"],
      tokens: { input: 3 },
    };
    expect(redactValue(value)).toEqual({
      headers: { "set-cookie": "[redacted]", "X-Api-Key": "[redacted]", Authorization: "[redacted]" },
      sessionToken: "[redacted]",
      maxTokens: 4,
      token: 7,
      apiKeys: "[redacted]",
      tokens: { input: 3 },
    });
  });

  test("takes data that nests without end, and data in a circle", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => redactValue(deep)).not.toThrow();
    expect(redactValue(circle)).toBe("[unreadable]");
  });
});

describe("isSecretName", () => {
  test.each(["Authorization", "x-api-key", "privateKey", "client_secret", "accessToken"])(
    "%s is one",
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );

  test.each(["maxTokens", "key", "signature", "tokenizer"])("%s is none", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
