import { describe, expect, it } from "vitest";
import { linkSignal } from "../../../src/core/abort.ts";
import { connect } from "../../../src/providers/adapter/transport.ts";
import { answering } from "../support.ts";

describe("where requests go", () => {
  it.each(["localhost:1234/v1", "api.openai.com/v1", "", "ftp://example.com", "javascript://x/"])(
    "is not %j, which has no scheme of the web",
    (baseURL) => {
      expect(() => connect(baseURL, {}, {})).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    },
  );

  it.each([
    ["https://api.openai.com/v1", "https://api.openai.com/v1/models"],
    ["HTTP://localhost:1234/v1/", "HTTP://localhost:1234/v1/models"],
    ["/api/openai", "/api/openai/models"],
    ["https://example.com/v1?api-version=3", "https://example.com/v1/models?api-version=3"],
  ])("is %s", async (baseURL, url) => {
    const { fetch, asked } = answering({ body: {} });
    await connect(baseURL, {}, { fetch }).send({ path: "models", body: {} }, linkSignal());
    expect(asked[0]?.url).toBe(url);
  });
});
