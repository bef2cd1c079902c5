import * as ai from "hedgemage";
import { streamAnswer } from "./stream-answer.ts";

const longestQuestion = 2_000;
const longestBody = 6 * longestQuestion + 100; // JSON may write each character as \uXXXX

export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/ask") return refuse(404, "There is nothing here.");
    if (request.method !== "POST") return refuse(405, "Ask with POST.");
    const question = await readQuestion(request);
    if (question === undefined) {
      return refuse(400, `Send {"question": "…"} as JSON, at most ${longestQuestion} characters long.`);
    }
    return streamAnswer(question);
  },
};

async function readQuestion(request: Request): Promise<string | undefined> {
  // A page of any other site may post text without asking, but not JSON.
  if (!request.headers.get("content-type")?.startsWith("application/json")) return undefined;
  const text = ai.readTextCapped(new Response(request.body), longestBody);
  const body: unknown = await text.then(JSON.parse).catch(() => undefined);
  if (typeof body !== "object" || body === null || !("question" in body)) return undefined;
  const { question } = body;
  if (typeof question !== "string" || question.trim() === "") return undefined;
  return question.length <= longestQuestion ? question : undefined;
}

function refuse(status: number, message: string): Response {
  return Response.json({ code: "INVALID_INPUT", message }, { status });
}
