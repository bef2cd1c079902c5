import { describe, expect, test } from "vitest";
import { type PiiCategory, pii } from "../../../src/guardrail/pii.ts";

async function found(text: string, ...detect: PiiCategory[]): Promise<string[]> {
  const verdict = await pii({ detect, onMatch: "flag" }).check(text);
  const matches = verdict.type === "allow" ? [] : (verdict.matches ?? []);
  return matches.map(({ span = [0, 0] }) => text.slice(...span));
}

describe("mail addresses", () => {
  test.each([
    ["Mail joe@example.com.", "joe@example.com"],
    ["<joe.bloggs+news@mail.example.co.uk>", "joe.bloggs+news@mail.example.co.uk"],
    ["'o'brien@example.org'", "o'brien@example.org"],
    ['"Joe B"@example.org', '"Joe B"@example.org'],
    ["user@xn--80ak6aa92e.com", "user@xn--80ak6aa92e.com"],
    ["jörg@müller.example", "jörg@müller.example"],
    ["邮箱是joe@example.com请联系", "joe@example.com"],
    ["ｊｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ｊｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ"],
    ["to=joe@example.com&x", "joe@example.com"],
    ["joe@example.com: hello", "joe@example.com"],
  ])("finds one in %j", async (text, email) => {
    expect(await found(text, "email")).toEqual([email]);
  });

  test.each([
    "info@example.",
    "@angular/core",
    "a@b",
    "react@18.2.0",
    "joe@@example.com",
    "git@github.com:hedge/mage.git",
    "joe.@example.com",
    `joe@${"a".repeat(260)}.com`,
  ])("finds none in %j", async (text) => {
    expect(await found(text, "email")).toEqual([]);
  });

  test("a name of more than 64 characters is cut", async () => {
    expect(await found(`${"a".repeat(80)}@example.com`, "email")).toEqual([`${"a".repeat(64)}@example.com`]);
  });
});

describe("web addresses", () => {
  test.each([
    ["See https://example.com/.", "https://example.com/"],
    ["(http://www.example.uy/a_(b)?q=1#c)", "http://www.example.uy/a_(b)?q=1#c"],
    ["[it](https://example.com/a)", "https://example.com/a"],
    ["'https://example.com/a'", "https://example.com/a"],
    ["**https://example.com**", "https://example.com"],
    ["ftp://joe:secret@example.com:21/x", "ftp://joe:secret@example.com:21/x"],
    ["http://[2001:db8::1]/path", "http://[2001:db8::1]/path"],
    ["http://10.0.0.1:8080/x", "http://10.0.0.1:8080/x"],
    ["at www.example.io, or", "www.example.io"],
    ["at example.com/a?b", "example.com/a?b"],
    ["请看https://example.com/a。谢谢", "https://example.com/a"],
  ])("finds one in %j", async (text, url) => {
    expect(await found(text, "url")).toEqual([url]);
  });

  test.each([
    "http://example",
    "www.example",
    "Node.js",
    "joe@example.com",
    "e.g. this",
    "C:\\a.com",
    "a:// b",
    "asp.net.core",
  ])("finds none in %j", async (text) => {
    expect(await found(text, "url")).toEqual([]);
  });

  test("one of more than 2048 characters is cut", async () => {
    const [url = ""] = await found(`https://example.com/${"a".repeat(3000)}`, "url");
    expect(url.length).toBe(2048);
  });

  test("an address within another one is part of it", async () => {
    const text = "https://example.com/?to=joe@example.com&at=http://10.0.0.1/x end";
    expect(await found(text, "url", "email", "ipv4")).toEqual([text.slice(0, -4)]);
  });
});

describe("IPv6 addresses", () => {
  test.each([
    ["2001:db8::1.", "2001:db8::1"],
    ["connecting from ::1", "::1"],
    ["684D:1111:222:3333:4444:5555:6:77", "684D:1111:222:3333:4444:5555:6:77"],
    ["fe80::1%eth0, up", "fe80::1%eth0"],
    ["[::ffff:192.168.1.1]:80", "::ffff:192.168.1.1"],
    ["2001:db8:0:0:0:0:192.168.1.1", "2001:db8:0:0:0:0:192.168.1.1"],
    ["2001:db8::/32", "2001:db8::"],
    ["user@2001:db8::1", "2001:db8::1"],
  ])("finds one in %j", async (text, address) => {
    expect(await found(text, "ipv6")).toEqual([address]);
  });

  test.each([
    "12:34:56",
    "std::cout",
    "dead::beef",
    "2001::db8::1",
    "12345:db8::1",
    "::ffff:192.168.1",
    "2001:db8::256.1.1.1",
    "aa:bb:cc:dd:ee:ff",
    "::",
    "a: 1",
  ])("finds none in %j", async (text) => {
    expect(await found(text, "ipv6")).toEqual([]);
  });
});

describe("MAC addresses", () => {
  test.each([
    ["MAC 00:1A:2B:3C:4D:5E.", "00:1A:2B:3C:4D:5E"],
    ["01-b3-4a-67-d9-cf", "01-b3-4a-67-d9-cf"],
    ["is 0012.3456.789A", "0012.3456.789A"],
  ])("finds one in %j", async (text, address) => {
    expect(await found(text, "mac")).toEqual([address]);
  });

  test.each([
    "00:00:00:00:00:00",
    "ff-ff-ff-ff-ff-ff",
    "00:1A:2B:3C:4D",
    "00:1A:2B:3C:4D:5E:6F",
    "00:1A-2B:3C:4D:5E",
    "x00:1A:2B:3C:4D:5E",
    "0012.3456.789A.1234",
  ])("finds none in %j", async (text) => {
    expect(await found(text, "mac")).toEqual([]);
  });
});
