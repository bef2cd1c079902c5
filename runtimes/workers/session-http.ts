import type { Message } from "../../src/contracts/message.ts";
import { eventStreamResponse } from "../../src/net/event-stream-response.ts";
import { readTextCapped } from "../../src/net/read-text-capped.ts";
import type { AgentObjectOptions } from "./agent-object.ts";
import type { AgentSession } from "./agent-session.ts";
import { fieldsOf } from "./session-fields.ts";
import { pageOf } from "./session-page.ts";
import { invalidInput, refuse } from "./session-refusals.ts";

const BODY_BYTES = 1_048_576;

/** Answers a request to a session. Never rejects: what goes wrong is `{ error }` in JSON. */
export async function respond(
  session: AgentSession,
  request: Request,
  options: AgentObjectOptions,
): Promise<Response> {
  try {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url);
    const [name = "", parent = "", before = ""] = pathname.split("/").reverse();
    if (name === "messages") {
      if (method === "GET") return Response.json(await conversation(session, searchParams, options));
      if (method === "POST") return await post(session, request, options);
      if (method !== "DELETE") return notAllowed("GET, POST, DELETE");
      await session.clear();
      return new Response(null, { status: 204 });
    }
    if (parent === "runs") {
      if (method === "GET") return Response.json(await session.run(name));
      if (method !== "DELETE") return notAllowed("GET, DELETE");
      return Response.json(await session.cancel(name, searchParams.get("reason") ?? undefined));
    }
    if (before === "runs" && name === "events") {
      if (method !== "GET") return notAllowed("GET");
      // Asked for here, so that a run that does not exist is a status and not an event.
      await session.run(parent);
      return events(session, parent, request, options);
    }
    throw invalidInput("There is nothing here.", 404);
  } catch (cause) {
    return refuse(cause);
  }
}

/** What a page needs to show a conversation: the messages, and the runs that are still to add some. */
async function conversation(
  session: AgentSession,
  search: URLSearchParams,
  options: AgentObjectOptions,
): Promise<object> {
  const show: (message: Message) => unknown = options.sendMessage ?? ((message) => message);
  const { messages, first, total } = pageOf(await session.messages(), {
    limit: numberIn(search, "limit"),
    before: numberIn(search, "before"),
  });
  const shown = messages.map((message) => show(message)).filter((one) => one !== undefined);
  return { messages: shown, first, total, runs: await session.openRuns() };
}

function numberIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidInput(`"${name}" must be a number of messages.`);
}

async function post(session: AgentSession, request: Request, options: AgentObjectOptions): Promise<Response> {
  // A page of any other site may post text without asking, but not JSON.
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("application/json")) {
    throw invalidInput("Send JSON, and say so: content-type: application/json.", 415);
  }
  const maxBytes = options.maxBodyBytes ?? BODY_BYTES;
  const text = await readTextCapped(new Response(request.body), maxBytes).catch(() => {
    throw invalidInput(`The body has more than ${maxBytes} bytes, or broke off.`, 413);
  });
  const { input, runId } = fieldsOf(text, ["input", "runId"]);
  const run = await session.send(input, runId);
  if (request.headers.get("accept")?.includes("text/event-stream")) {
    return events(session, run.runId, request, options);
  }
  return Response.json(await session.result(run.runId));
}

function events(
  session: AgentSession,
  runId: string,
  request: Request,
  { send, heartbeatMs }: AgentObjectOptions,
): Response {
  const headers = { "x-run-id": runId };
  const read = (after?: string, readOptions?: { readonly signal?: AbortSignal | undefined }) =>
    session.events(runId, { after, ...readOptions });
  return eventStreamResponse(read, { request, headers, send, heartbeatMs });
}

function notAllowed(allow: string): Response {
  const error = invalidInput(`This address takes ${allow}.`, 405);
  return Response.json({ error }, { status: 405, headers: { allow } });
}
