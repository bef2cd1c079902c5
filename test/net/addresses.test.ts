import { afterAll, describe, expect, it } from "vitest";
import { classifyAddress, parseAddress } from "../../src/net/addresses.ts";
import { corpusRows } from "../support/corpus.ts";

interface AddressRow {
  ip: string;
  verdict: "allow" | "block" | "policy";
}

const rows = await corpusRows<AddressRow>("guards/ssrf/ips.dev.jsonl");

describe("parseAddress", () => {
  it.each([
    ["192.0.2.1", "192,0,2,1"],
    ["::", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"],
    ["[::1]", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1"],
    ["1::", "0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0"],
    ["FE80::1%eth0", "254,128,0,0,0,0,0,0,0,0,0,0,0,0,0,1"],
    ["::ffff:1.2.3.4", "0,0,0,0,0,0,0,0,0,0,255,255,1,2,3,4"],
    ["1:2:3:4:5:6:1.2.3.4", "0,1,0,2,0,3,0,4,0,5,0,6,1,2,3,4"],
    ["0001:2:3:4:5:6:7:8", "0,1,0,2,0,3,0,4,0,5,0,6,0,7,0,8"],
  ])("reads %s", (text, bytes) => {
    expect(parseAddress(text)?.join()).toBe(bytes);
  });

  it.each([
    [
      "",
      "1.2.3",
      "1.2.3.4.5",
      "1.2.3.256",
      "01.2.3.4",
      "1.2.3.4 ",
      "0x7f.0.0.1",
      "1e1.2.3.4",
      "-1.2.3.4",
      "1..2.3",
    ],
    [
      ":",
      ":::",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1::2::3",
      "12345::",
      "g::",
      "::1.2.3",
      "1.2.3.4::",
      "[::1",
    ],
    ["1:2:3:4:5:6:7::8", "::1:2:3:4:5:6:7:8", "example.com", "[1.2.3.4.5]", "1:2:3:4:5:6:7:1.2.3.4"],
  ])("does not read %s, %s, %s, …", (...texts) => {
    expect(texts.filter((text) => parseAddress(text) !== undefined)).toEqual([]);
  });
});

describe("classifyAddress", () => {
  it("A10: judges the IPv4 address inside an IPv6 address", () => {
    expect(classifyAddress("::ffff:169.254.169.254").reason).toContain("cloud metadata");
    expect(classifyAddress("64:ff9b::a9fe:a9fe").reason).toContain("cloud metadata");
    expect(classifyAddress("2001:470:1:2:0:5efe:7f00:1").reason).toContain("loopback");
    expect(classifyAddress("2001:470:1:2:200:5efe:10.1.2.3").verdict).toBe("block");
  });

  it("lets a public IPv4 address through in the forms that reach it, so that IPv6-only networks work", () => {
    for (const address of ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:470:1:2:0:5efe:8.8.8.8"]) {
      expect(classifyAddress(address), address).toEqual({ verdict: "allow", reason: "public" });
    }
  });

  it("refuses tunnels whatever they carry: 6to4, Teredo, IPv4-compatible, IPv4-translated", () => {
    for (const address of [
      "2002:808:808::1",
      "2001:0:4136:e378:8000:63bf:f7f7:f7f7",
      "::8.8.8.8",
      "::ffff:0:8.8.8.8",
    ]) {
      expect(classifyAddress(address).verdict, address).toBe("block");
    }
  });

  it("refuses what is no address", () => {
    expect(classifyAddress("example.com")).toEqual({ verdict: "block", reason: "not an IP address" });
  });

  it("refuses the platform service of Azure, which has a public address", () => {
    expect(classifyAddress("168.63.129.16").verdict).toBe("block");
    expect(classifyAddress("168.63.129.17").verdict).toBe("allow");
  });
});

describe.skipIf(!rows)("the address corpus", () => {
  const scored = (rows ?? []).filter(({ verdict }) => verdict !== "policy");
  afterAll(() => console.log(`ssrf/ips: ${scored.length} of ${rows?.length} addresses are scored`));

  it.each(["allow", "block"] as const)("A10: every address to %s", (expected) => {
    const group = scored.filter(({ verdict }) => verdict === expected);
    expect(group.length).toBeGreaterThan(20);
    expect(group.filter(({ ip }) => classifyAddress(ip).verdict !== expected)).toEqual([]);
  });
});
