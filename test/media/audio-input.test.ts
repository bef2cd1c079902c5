import { afterEach, describe, expect, it } from "vitest";
import type { FileReader } from "../../src/contracts/platform.ts";
import { config } from "../../src/core/config.ts";
import { audioFromBuffer, audioFromFile } from "../../src/media/audio-input.ts";
import { transcribe } from "../../src/media/transcribe.ts";
import { MockTranscriptionModel } from "../../src/testing/index.ts";

const BYTES = new Uint8Array([79, 103, 103, 83]);

/** A reader that has one file. */
function reader(known: string): FileReader {
  return {
    readText: async () => "",
    readBytes: async (path) => {
      if (path !== known) throw new Error(`ENOENT: no such file, open '${path}'`);
      return BYTES;
    },
    list: async () => [known],
  };
}

afterEach(() => void config({ files: undefined }));

describe("audioFromBuffer", () => {
  it("packs bytes as plain data", () => {
    expect(audioFromBuffer(BYTES, "audio/ogg", "note.ogg")).toStrictEqual({
      base64: "T2dnUw==",
      mediaType: "audio/ogg",
      filename: "note.ogg",
    });
    expect(audioFromBuffer(BYTES.buffer, "audio/ogg")).toStrictEqual({
      base64: "T2dnUw==",
      mediaType: "audio/ogg",
    });
  });

  it("takes a part of a larger buffer, and other views, for their own bytes", () => {
    const larger = new Uint8Array([0, 0, ...BYTES, 0]);
    expect(audioFromBuffer(larger.subarray(2, 6), "audio/ogg").base64).toBe("T2dnUw==");
    expect(audioFromBuffer(new DataView(larger.buffer, 2, 4), "audio/ogg").base64).toBe("T2dnUw==");
  });

  it("packs megabytes", () => {
    const large = new Uint8Array(3_000_001).fill(7);
    expect(atob(audioFromBuffer(large, "audio/wav").base64)).toHaveLength(3_000_001);
  });
});

describe("audioFromFile", () => {
  it("reads a file of a page, whose name tells the kind of sound", async () => {
    expect(await audioFromFile(new File([BYTES], "voice-note.opus"))).toStrictEqual({
      base64: "T2dnUw==",
      mediaType: "audio/ogg",
      filename: "voice-note.opus",
    });
  });

  it("believes the type of a blob, which has no name", async () => {
    expect(await audioFromFile(new Blob([BYTES], { type: "audio/webm;codecs=opus" }))).toStrictEqual({
      base64: "T2dnUw==",
      mediaType: "audio/webm;codecs=opus",
    });
  });

  it("goes by the name where the type of a file is none of sound", async () => {
    const file = new File([BYTES], "note.ogg", { type: "application/octet-stream" });
    expect((await audioFromFile(file)).mediaType).toBe("audio/ogg");
  });

  it("reads a path with the reader that it is given", async () => {
    const files = reader("./inbox/voice-note.ogg");
    expect(await audioFromFile("./inbox/voice-note.ogg", { files })).toStrictEqual({
      base64: "T2dnUw==",
      mediaType: "audio/ogg",
      filename: "voice-note.ogg",
    });
  });

  it("reads a path with the reader of the program", async () => {
    config({ files: reader("meeting.m4a") });
    expect(await audioFromFile("meeting.m4a")).toMatchObject({
      mediaType: "audio/mp4",
      filename: "meeting.m4a",
    });
  });

  it.each([
    ["a.mp3", "audio/mpeg"],
    ["a.M4A", "audio/mp4"],
    ["a.mp4", "audio/mp4"],
    ["a.ogg", "audio/ogg"],
    ["a.oga", "audio/ogg"],
    ["a.opus", "audio/ogg"],
    ["a.wav", "audio/wav"],
    ["a.webm", "audio/webm"],
    ["a.flac", "audio/flac"],
    ["a.aac", "audio/aac"],
    ["a.mpga", "audio/mpeg"],
    ["C:\\notes\\a.amr", "audio/amr"],
    ["dir.wav/a.b.mp3", "audio/mpeg"],
  ])("tells the kind of sound by the ending: %s", async (path, mediaType) => {
    expect((await audioFromFile(path, { files: reader(path) })).mediaType).toBe(mediaType);
  });

  it("takes the media type that it is given, where there is no ending or another one", async () => {
    const files = reader("./blob");
    expect((await audioFromFile("./blob", { mediaType: "audio/ogg", files })).mediaType).toBe("audio/ogg");
    const file = new File([BYTES], "a.mp3", { type: "audio/mpeg" });
    expect((await audioFromFile(file, { mediaType: "audio/ogg" })).mediaType).toBe("audio/ogg");
  });

  it.each([
    ["a path without a reader", () => audioFromFile("voice-note.ogg"), "config({ files })"],
    ["a file that is not there", () => audioFromFile("x.ogg", { files: reader("y.ogg") }), "x.ogg"],
    ["a path without an ending", () => audioFromFile("./blob", { files: reader("./blob") }), "mediaType"],
    [
      "an ending that is none of sound",
      () => audioFromFile("a.txt", { files: reader("a.txt") }),
      "mediaType",
    ],
    ["a name that ends like an object's own", () => audioFromFile("constructor"), "mediaType"],
    ["a blob without a type", () => audioFromFile(new Blob([BYTES])), "mediaType"],
  ])("rejects %s with a typed error that says what to do", async (_what, read, advice) => {
    await expect(read()).rejects.toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      name: "InvalidRequestError",
      message: expect.stringContaining(advice),
    });
  });

  it("makes what transcribe takes", async () => {
    const model = new MockTranscriptionModel();
    const audio = await audioFromFile(new File([BYTES], "voice-note.ogg"));
    expect((await transcribe({ model, audio })).error).toBeUndefined();
    expect(model.calls[0]?.audio).toEqual(audio);
  });
});
