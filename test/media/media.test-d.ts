import { expectTypeOf, test } from "vitest";
import * as ai from "../../src/ai.ts";
import { OpenAISDK } from "../../src/providers/openai/index.ts";
import { MockSDK } from "../../src/testing/index.ts";

const sdk = new OpenAISDK();
const mock = MockSDK();

test("error tells success and failure apart", async () => {
  const painted = await ai.image({ model: sdk.image({ name: "gpt-image-1" }), prompt: "x" });
  if (painted.error) {
    expectTypeOf(painted.error).toEqualTypeOf<ai.AIError>();
    expectTypeOf(painted.data).toEqualTypeOf<undefined>();
  } else {
    expectTypeOf(painted.data.images).toEqualTypeOf<readonly ai.GeneratedImage[]>();
  }
  expectTypeOf(painted).toEqualTypeOf<ai.ImageResult>();
  expectTypeOf(painted.report.imageCount).toEqualTypeOf<number>();
  expectTypeOf(await ai.speech({ model: mock.speech(), text: "x" })).toEqualTypeOf<ai.SpeechResult>();
  const heard = await ai.transcribe({
    model: mock.transcribe(),
    audio: ai.audioFromBuffer(new Uint8Array(), "audio/ogg"),
  });
  expectTypeOf(heard.report.durationSeconds).toEqualTypeOf<number | undefined>();
});

test("the type of a picture tells what it has", () => {
  const picture = {} as ai.GeneratedImage;
  if (picture.type === "base64") expectTypeOf(picture.toBlob()).toEqualTypeOf<Blob>();
  else {
    expectTypeOf(picture.url).toEqualTypeOf<string>();
    // @ts-expect-error An address can be shown as it is.
    picture.toBlob();
  }
});

test("a model of one kind is none of another", () => {
  // @ts-expect-error
  ai.image({ model: sdk.speech({ name: "tts-1" }), prompt: "x" });
  // @ts-expect-error
  ai.speech({ model: sdk.speech({ name: "tts-1" }), text: "x", format: "midi" });
  // @ts-expect-error
  ai.transcribe({ model: sdk.transcribe({ name: "whisper-1" }), audio: "voice.ogg" });
  // @ts-expect-error
  sdk.image({ name: "gpt-image-1", pricing: { perPicture: 1 } });
});

test("a stream has the events of its verb", async () => {
  const stream = ai.transcribe.stream({ model: mock.transcribe(), audio: { base64: "", mediaType: "" } });
  for await (const event of stream) {
    if (event.type === "transcription.delta") expectTypeOf(event.delta).toEqualTypeOf<string>();
  }
  expectTypeOf(await stream.result).toEqualTypeOf<ai.TranscriptionResult>();
  // @ts-expect-error
  stream.on("image.partial", () => undefined);
});

test("a verb is what ctx.run takes", async () => {
  const context = {} as ai.RunContext;
  const result = await context.run(ai.image, { model: mock.image(), prompt: "x" });
  expectTypeOf(result).toEqualTypeOf<ai.ImageResult>();
});

test("a report's type tells whose it is", () => {
  const report = {} as ai.ExecutionReport;
  if (report.type === "speech") expectTypeOf(report.characters).toEqualTypeOf<number>();
  if (report.type === "workflow") expectTypeOf(report).toEqualTypeOf<ai.FlowReport>();
});

test("models of OpenAI stream, and its embedder is every embedder", () => {
  expectTypeOf(sdk.image({ name: "x" }).stream).not.toBeUndefined();
  expectTypeOf(sdk.embedder({ name: "x" })).toEqualTypeOf<ai.Embedder>();
  expectTypeOf(sdk.moderation()).toEqualTypeOf<ai.Moderator>();
  expectTypeOf(new OpenAISDK()).toExtend<ai.SDKAdapter>();
});
