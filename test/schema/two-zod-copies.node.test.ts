import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { openaiDialect } from "../../src/schema/dialects/openai.ts";
import { jsonSchemaOf } from "../../src/schema/json-schema-of.ts";
import { validateModelValue } from "../../src/schema/validate.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zod-copy-"));
  const installed = fileURLToPath(new URL("../../node_modules/zod", import.meta.url));
  await cp(installed, folder, {
    recursive: true,
    filter: (path) => !/\/src(\/|$)|\.d\.[cm]?ts$|\.cjs$/.test(path),
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("H11: schemas of two copies of zod work side by side", async () => {
  const copy: typeof z = await import(/* @vite-ignore */ pathToFileURL(join(folder, "index.js")).href);
  expect(copy.string).not.toBe(z.string);
  expect(copy.ZodString).not.toBe(z.ZodString);
  for (const library of [z, copy]) {
    const schema = library.object({ a: library.string(), b: library.number().optional() });
    const jsonSchema = jsonSchemaOf(schema);
    expect(jsonSchema).toMatchObject({ type: "object", properties: { a: { type: "string" } } });
    expect(jsonSchema && openaiDialect(jsonSchema).strict).toBe(true);
    expect(await validateModelValue(schema, { a: "x", b: null })).toEqual({ value: { a: "x" } });
  }
});
