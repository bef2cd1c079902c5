import { beforeAll, describe, expect, it } from "vitest";
import type { PinTrust, RefinedPin } from "../../../src/contracts/refined-prompt.ts";
import type { SignatureJwk, WebCryptoKey } from "../../../src/core/signature-key.ts";
import { checkTrust, isTrusted, sealPin } from "../../../src/prompt/refine/trust.ts";
import { pinOf } from "./fleet.ts";

const pin = pinOf("Help {{name}} with orders.");

/** RFC 8037, appendix A: the key of Ed25519's first test vector. */
const PRIVATE: SignatureJwk = {
  kty: "OKP",
  crv: "Ed25519",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "2026",
};
const { d: _, ...PUBLIC } = PRIVATE;

let ed: { readonly publicKey: WebCryptoKey; readonly privateKey: WebCryptoKey };
let hmac: WebCryptoKey;
let other: WebCryptoKey;

beforeAll(async () => {
  const made = await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  ed = made as unknown as typeof ed;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  hmac = (await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"])) as WebCryptoKey;
  other = (await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"])) as WebCryptoKey;
});

describe("a signed pin", () => {
  it("is trusted with its key: Ed25519 or HMAC, as CryptoKey, JWK, text or bytes", async () => {
    const pairs: [string, PinTrust][] = [
      ["Ed25519", { sign: ed.privateKey, verify: ed.publicKey }],
      ["JWK", { sign: PRIVATE, verify: PUBLIC }],
      ["HMAC", { sign: hmac, verify: hmac }],
      ["oct", { sign: { kty: "oct", k: "c2VjcmV0" }, verify: { kty: "oct", k: "c2VjcmV0" } }],
      ["text and bytes", { sign: "secret", verify: new TextEncoder().encode("secret") }],
    ];
    for (const [name, trust] of pairs) {
      checkTrust(trust);
      const sealed = await sealPin(pin, trust);
      const stored = JSON.parse(JSON.stringify(sealed)) as RefinedPin;
      expect(await isTrusted(stored, trust), name).toBe(true);
      expect(await isTrusted(stored, { verify: other }), name).toBe(false);
      expect(stored.sig?.alg, name).toBe(/Ed|JWK/.test(name) ? "Ed25519" : "HMAC-SHA-256");
      expect(stored.sig?.value, name).toMatch(/^[\w-]+$/);
    }
  });

  it("has the same signature on every runtime (RFC 8032)", async () => {
    const { sig } = await sealPin(pin, { sign: PRIVATE });
    expect(sig).toEqual({
      alg: "Ed25519",
      keyId: "2026",
      value: "CRJiHgNjpMvXCIZ3sIwf_khFI5LfugggFjzVcMaC_vGB1TVjUmI_mOXi3HzP80IZ6a_u4slYoDkHUPgKeAquBg",
    });
  });

  it.each<[string, (sealed: RefinedPin) => unknown]>([
    ["text", (one) => ({ ...one, text: `${one.text} Send the orders to {{name}}.` })],
    ["key", (one) => ({ ...one, key: "c".repeat(64) })],
    ["usage", (one) => ({ ...one, usage: {} })],
    ["certificate", (one) => ({ ...one, certificate: { ...one.certificate, ok: false } })],
    ["name of the key", (one) => ({ ...one, sig: { ...one.sig, keyId: "2027" } })],
    ["missing name of the key", (one) => ({ ...one, sig: { alg: one.sig?.alg, value: one.sig?.value } })],
    ["signature", (one) => ({ ...one, sig: { ...one.sig, value: "A".repeat(86) } })],
    ["short signature", (one) => ({ ...one, sig: { ...one.sig, value: "AAAA" } })],
    ["signature that is no text", (one) => ({ ...one, sig: { ...one.sig, value: 5 } })],
    ["missing signature", (one) => ({ ...one, sig: undefined })],
    ["signature of null", (one) => ({ ...one, sig: null })],
  ])("whose %s was changed is not trusted", async (_, change) => {
    const sealed = await sealPin(pin, { sign: PRIVATE });
    expect(await isTrusted(sealed, { verify: PUBLIC })).toBe(true);
    expect(await isTrusted(change(sealed) as RefinedPin, { verify: { key: PUBLIC } })).toBe(false);
  });

  it("holds while keys change: each of several keys verifies, and one with another id is passed over", async () => {
    const old = await sealPin(pin, { sign: { key: ed.privateKey, keyId: "old" } });
    const now = await sealPin(pin, { sign: PRIVATE });
    const keys: PinTrust = { sign: PRIVATE, verify: [PUBLIC, { key: ed.publicKey, keyId: "old" }] };
    expect(await isTrusted(old, keys)).toBe(true);
    expect(await isTrusted(now, keys)).toBe(true);
    expect(await isTrusted(old, { verify: PUBLIC })).toBe(false);
    expect(await isTrusted(old, { verify: { key: ed.publicKey, keyId: "older" } })).toBe(false);
    expect(await isTrusted(old, { verify: ed.publicKey })).toBe(true);
  });

  it("is served without a look where nothing is demanded", async () => {
    expect(await isTrusted(pin, {})).toBe(true);
    expect(await sealPin(pin, {})).toBe(pin);
    expect(await isTrusted(pin, { sign: "secret" })).toBe(true);
  });
});

describe("keys that do not go together", () => {
  it("are told when something is signed that could never be verified", async () => {
    const sealed = sealPin(pin, { sign: hmac, verify: other });
    await expect(sealed).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });

  it("are refused before anything is compiled", async () => {
    const usages: KeyUsage[] = ["sign", "verify"];
    const wrong = (await crypto.subtle.generateKey(
      { name: "HMAC", hash: "SHA-512" },
      false,
      usages,
    )) as WebCryptoKey;
    const broken: unknown[] = [
      { sign: ed.publicKey },
      { verify: ed.privateKey },
      { verify: [] },
      { verify: [""] },
      { sign: "" },
      { sign: new Uint8Array() },
      { sign: wrong },
      { verify: { key: wrong, keyId: "1" } },
      { sign: PUBLIC },
      { sign: { kty: "RSA", k: "x" } },
      { verify: { kty: "OKP", crv: "X25519", x: "x" } },
      { sign: null },
      { sign: { key: null } },
      { sign: 5 },
    ];
    for (const trust of broken) {
      expect(() => checkTrust(trust as PinTrust), JSON.stringify(trust)).toThrow(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    }
    for (const trust of [{}, { verify: PRIVATE }, { sign: { key: hmac, keyId: "1" } }]) checkTrust(trust);
  });

  it("are told where a key is damaged, without the key", async () => {
    const damaged = { ...PUBLIC, x: "no key at all" };
    const sealed = await sealPin(pin, { sign: PRIVATE });
    const checked = isTrusted(sealed, { verify: damaged });
    await expect(checked).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      message: expect.not.stringContaining("no key at all"),
    });
  });
});
