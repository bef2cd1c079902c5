import { AwsV4Signer } from "aws4fetch";
import { ConfigError } from "../../core/errors/config-error.ts";
import { ProviderAuthError } from "../../core/errors/provider-errors.ts";

/** Keys of an AWS account, long-lived or, with a session token, temporary. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** What a request is signed with, and for. */
export interface Signing {
  /** The keys, or a function that is asked for them by each request. */
  readonly credentials: AwsCredentials | (() => AwsCredentials | Promise<AwsCredentials>);
  readonly region: string;
  /** The time of the signature, such as `20150830T123600Z`. Default: now. */
  readonly datetime?: string | undefined;
}

/**
 * Signs a request for Bedrock (AWS Signature Version 4) and gives the headers to add. Only the host, the body and headers
 * that begin with `x-amz` are signed, so that proxies may change the others.
 *
 * Throws a `ProviderAuthError` (`PROVIDER_AUTH`) where the credentials cannot be had or lack a key, and a `ConfigError`
 * (`INVALID_CONFIG`) where the runtime cannot sign.
 *
 * @example
 * const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
 * const request = { headers: {}, body: "{}" };
 * const signing = { credentials, region: "us-east-1", datetime: "20150830T123600Z" };
 * const headers = await signRequest("https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse", request, signing);
 * Object.keys(headers); // ["authorization", "x-amz-date"]
 */
export async function signRequest(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { credentials, region, datetime }: Signing,
): Promise<Record<string, string>> {
  if (!globalThis.crypto?.subtle) {
    throw new ConfigError(
      "Requests cannot be signed here: a page has crypto.subtle on https and localhost only.",
    );
  }
  const keys = await ask(credentials);
  const signer = new AwsV4Signer({
    method: "POST",
    url,
    headers: Object.entries(headers).filter(([name]) => name.startsWith("x-amz")),
    body,
    ...keys,
    service: "bedrock",
    region,
    ...(datetime && { datetime }),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

type Keys = { [Name in keyof AwsCredentials]: string };

/** Keys are checked, because some runtimes quote what no header can carry. */
async function ask(credentials: Signing["credentials"]): Promise<Keys> {
  let given: Partial<AwsCredentials>;
  try {
    given = Object(typeof credentials === "function" ? await credentials() : credentials);
  } catch (cause) {
    throw new ProviderAuthError("The function that gives the AWS credentials failed.", { cause });
  }
  const [accessKeyId = "", secretAccessKey = "", sessionToken = ""] = [
    given.accessKeyId,
    given.secretAccessKey,
    given.sessionToken,
  ].map((key) => key?.trim());
  if (accessKeyId && secretAccessKey && /^[!-~]+$/.test(accessKeyId + secretAccessKey + sessionToken)) {
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  }
  throw new ProviderAuthError("The AWS credentials lack a key, or hold what is none. Copy them again.");
}
