import { expect, it, vi } from "vitest";
import { loadPdf, UNPDF_INSTALL_INSTRUCTIONS } from "../../../src/index.ts";

vi.mock("unpdf", () => {
  throw new Error("Cannot find package 'unpdf'");
});

it("loadPdf tells what to install where its reader is absent", async () => {
  await expect(loadPdf(new Uint8Array([1]), { id: "manual" })).rejects.toMatchObject({
    code: "PEER_MISSING",
    message: UNPDF_INSTALL_INSTRUCTIONS,
    source: "manual",
  });
  expect(UNPDF_INSTALL_INSTRUCTIONS).toContain("npm install unpdf");
});
