import type { Contender } from "../contender.ts";

/** The rules that secretlint recommends. */
export const secretlint: Contender = {
  who: "secretlint",
  packages: ["@secretlint/core", "@secretlint/secretlint-rule-preset-recommend"],
  async load() {
    const { lintSource } = await import("@secretlint/core");
    const { creator } = await import("@secretlint/secretlint-rule-preset-recommend");
    const id = "@secretlint/secretlint-rule-preset-recommend";
    const config = { rules: [{ id, rule: creator, options: {} }] };
    const lint = (content: string) =>
      lintSource({
        source: { filePath: "/text.txt", content, ext: ".txt", contentType: "text" },
        options: { config },
      });
    return {
      detectors: { secrets: async (text) => (await lint(text)).messages.length > 0 },
      work: { secrets: lint },
    };
  },
};
