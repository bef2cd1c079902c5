import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message, Task } from "./messages.ts";

/** What a life says of itself. */
export type LifeMessage = Exclude<Message, { readonly kind: "task" | "effect" | "meet" }>;

/** What outlives the processes: it hands out tasks, remembers what they did to the world, and hears where they stop. */
export interface Witness {
  /** The address that lives report to. A page of its origin, `/tab.html`, runs the script of the matrix. */
  readonly url: string;
  /** What the next life is to do. */
  task: Task;
  /** The next thing that a life says of itself. */
  next(): Promise<LifeMessage>;
  /** Waits for the next call with an effect, which then goes on until it is released. */
  hold(effect: string): Promise<() => void>;
  /** How often each effect of a run was done. */
  effects(runId: string): ReadonlyMap<string, number>;
  close(): void;
}

/** Starts a witness on this machine. */
export async function startWitness(script = ""): Promise<Witness> {
  const done = new Map<string, Map<string, number>>();
  const heard: LifeMessage[] = [];
  const waiting = new Map<string, ServerResponse>();
  const holds = new Map<string, (release: () => void) => void>();
  let listener: (() => void) | undefined;
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    "/tab.html": ["text/html", `<!doctype html><script type="module" src="/life.js"></script>`],
    "/life.js": ["text/javascript", script],
  };

  const answer = (message: Message, response: ServerResponse): void => {
    if (message.kind === "task") {
      response.end(JSON.stringify(witness.task));
      return;
    }
    if (message.kind === "effect") {
      const effects = done.get(message.runId) ?? new Map<string, number>();
      done.set(message.runId, effects.set(message.effect, (effects.get(message.effect) ?? 0) + 1));
      const hold = holds.get(message.effect);
      holds.delete(message.effect);
      if (hold) hold(() => response.end("{}"));
      else response.end("{}");
      return;
    }
    if (message.kind === "meet") {
      const other = waiting.get(message.place);
      if (!waiting.delete(message.place)) waiting.set(message.place, response);
      for (const each of other ? [other, response] : []) each.end("{}");
      return;
    }
    heard.push(message);
    listener?.();
    if (message.kind !== "dying") response.end("{}");
  };
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    const [type, text] = files[request.url ?? ""] ?? ["application/json", ""];
    response.setHeader("content-type", type);
    if (request.method !== "POST") response.end(text);
    else answer(JSON.parse(await bodyOf(request)), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const witness: Witness = {
    url: `http://127.0.0.1:${port}/`,
    task: { resume: undefined, begin: undefined },
    async next() {
      for (;;) {
        const message = heard.shift();
        if (message) return message;
        await new Promise<void>((resolve) => {
          listener = resolve;
        });
      }
    },
    hold: (effect) => new Promise((resolve) => holds.set(effect, resolve)),
    effects: (runId) => new Map(done.get(runId)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return witness;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
