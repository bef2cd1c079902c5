import { streamAnswer } from "./stream-answer.ts";

const longestQuestion = 2_000;

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
  if (Number(request.headers.get("content-length")) > 4 * longestQuestion) return undefined;
  const body: unknown = await request.json().catch(() => undefined);
  if (typeof body !== "object" || body === null || !("question" in body)) return undefined;
  const { question } = body;
  if (typeof question !== "string" || question.trim() === "") return undefined;
  return question.length <= longestQuestion ? question : undefined;
}

function refuse(status: number, message: string): Response {
  return Response.json({ code: "INVALID_INPUT", message }, { status });
}
