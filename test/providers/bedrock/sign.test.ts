import { describe, expect, it } from "vitest";
import { type AwsCredentials, BedrockSDK } from "../../../src/providers/bedrock/index.ts";
import { signRequest } from "../../../src/providers/bedrock/sign.ts";
import { answering, errorOf } from "../support.ts";
import { answer } from "./support.ts";

const KEYS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const TIME = "20150830T123600Z";
const QUESTION = [{ role: "user", content: "Grüße 🌊" }] as const;

describe("signatures", () => {
  it("agrees with a vector of AWS's test suite for Signature Version 4 (post-vanilla)", async () => {
    const authorization = await reference({
      path: "/",
      headers: { host: "example.amazonaws.com", "x-amz-date": TIME },
      body: "",
      service: "service",
      keys: KEYS,
    });
    expect(authorization).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    );
  });

  const arn = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3";

  it.each([
    ["a plain model", "anthropic.claude-v2", undefined],
    ["a model with a version", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", undefined],
    ["an ARN", arn, undefined],
    ["temporary keys", "amazon.nova-lite-v1:0", "IQoJb3JpZ2luX2VjEXAMPLE//////////token+=="],
  ])("signs what AWS expects for %s", async (_what, name, sessionToken) => {
    const path = `/model/${encodeURIComponent(name)}/converse`;
    const url = `https://bedrock-runtime.us-east-1.amazonaws.com${path}`;
    const body = JSON.stringify({ messages: [{ role: "user", content: [{ text: "Grüße 🌊" }] }] });
    const credentials: AwsCredentials = { ...KEYS, ...(sessionToken && { sessionToken }) };
    const signing = { credentials, region: "us-east-1", datetime: TIME };
    const headers = { accept: "application/json", "content-type": "application/json" };
    const signed = await signRequest(url, { headers, body }, signing);
    const expected = await reference({
      // What stands in the address is encoded once more.
      path: path.replaceAll("%", "%25"),
      headers: {
        host: "bedrock-runtime.us-east-1.amazonaws.com",
        "x-amz-date": TIME,
        ...(sessionToken && { "x-amz-security-token": sessionToken }),
      },
      body,
      service: "bedrock",
      keys: KEYS,
    });
    expect(signed).toEqual({
      authorization: expected,
      "x-amz-date": TIME,
      ...(sessionToken && { "x-amz-security-token": sessionToken }),
    });
  });

  it("signs a caller's own headers of AWS, and blanks around keys do no harm", async () => {
    const url = "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse";
    const headers = { "x-amzn-bedrock-trace": "ENABLED", accept: "application/json" };
    const credentials = { accessKeyId: " AKIDEXAMPLE\n", secretAccessKey: `${KEYS.secretAccessKey} ` };
    const signing = { region: "us-east-1", datetime: TIME };
    const signed = await signRequest(url, { headers, body: "{}" }, { ...signing, credentials });
    expect(signed.authorization).toContain("SignedHeaders=host;x-amz-date;x-amzn-bedrock-trace,");
    expect(signed).toEqual(
      await signRequest(url, { headers, body: "{}" }, { ...signing, credentials: KEYS }),
    );
  });
});

describe("requests that are signed", () => {
  it("R11, R12: have no header that Bedrock does not take from a page", async () => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    const credentials = { ...KEYS, sessionToken: "IQoJexample" };
    await new BedrockSDK({ region: "eu-west-1", credentials, fetch })
      .model({ name: "m:0" })
      .complete(QUESTION);
    expect(asked[0]?.url).toBe("https://bedrock-runtime.eu-west-1.amazonaws.com/model/m%3A0/converse");
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "authorization",
      "content-type",
      "x-amz-date",
      "x-amz-security-token",
    ]);
    expect(asked[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    );
  });

  it("ask a function for its keys each time", async () => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    let count = 0;
    const credentials = async (): Promise<AwsCredentials> => ({ ...KEYS, accessKeyId: `AKID${++count}` });
    const model = new BedrockSDK({ region: "us-east-1", credentials, fetch }).model({ name: "m:0" });
    await model.complete(QUESTION);
    await model.complete(QUESTION);
    expect(asked.map(({ headers }) => /Credential=(\w+)/.exec(headers.authorization ?? "")?.[1])).toEqual([
      "AKID1",
      "AKID2",
    ]);
  });

  it("carry an API key in the place of a signature", async () => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    const sdk = new BedrockSDK({ region: "us-east-1", credentials: KEYS, apiKey: " key-1 ", fetch });
    await sdk.model({ name: "m:0" }).complete(QUESTION);
    expect(asked[0]?.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      authorization: "Bearer key-1",
    });
  });

  it("may go to a proxy that signs them", async () => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    const sdk = new BedrockSDK({ region: "us-east-1", baseURL: "https://proxy.example.com/aws/", fetch });
    await sdk.model({ name: "m:0" }).complete(QUESTION);
    expect(asked[0]?.url).toBe("https://proxy.example.com/aws/model/m%3A0/converse");
    expect(asked[0]?.headers).not.toHaveProperty("authorization");
  });

  it.each<[string, () => AwsCredentials | Promise<AwsCredentials>]>([
    ["fails", () => Promise.reject(new Error("The vault is closed."))],
    ["lacks a key", () => ({ accessKeyId: "AKID", secretAccessKey: "" })],
    ["gives nothing", () => undefined as unknown as AwsCredentials],
  ])("tell that the function with the keys %s", async (_what, credentials) => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    const model = new BedrockSDK({ region: "us-east-1", credentials, fetch }).model({ name: "m:0" });
    expect(await errorOf(model.complete(QUESTION))).toMatchObject({ code: "PROVIDER_AUTH" });
    expect(asked).toEqual([]);
  });
});

interface Signed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly service: string;
  readonly keys: AwsCredentials;
}

/** Signature Version 4, step by step as the documentation has it. */
async function reference({ path, headers, body, service, keys }: Signed): Promise<string> {
  const names = Object.keys(headers).sort();
  const canonical = [
    "POST",
    path,
    "",
    ...names.map((name) => `${name}:${headers[name]}`),
    "",
    names.join(";"),
    hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body))),
  ].join("\n");
  const scope = ["20150830", "us-east-1", service, "aws4_request"];
  const digest = hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical)));
  let key: BufferSource = new TextEncoder().encode(`AWS4${keys.secretAccessKey}`);
  for (const part of [...scope, ["AWS4-HMAC-SHA256", TIME, scope.join("/"), digest].join("\n")]) {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
    ]);
    key = await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(part));
  }
  const signature = hex(key as ArrayBuffer);
  return `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope.join("/")}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
