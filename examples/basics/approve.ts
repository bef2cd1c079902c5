// npm run example:approve: a refund waits for you. Either the program waits while you decide,
//   npm run example:approve
// or the run is put aside, the program ends, and a later one decides and goes on:
//   npm run example:approve -- --later
//   npm run example:approve -- <id> yes|no|<euros>

import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import * as ai from "../../src/index.ts";
import { LocalSDK } from "../../src/providers/local/index.ts";
import { fileStore } from "./file-store.ts";

// Anybody who can write to the file could change a request. With the key that is seen. In a program it is a secret.
const key = "not a secret: this is an example";
const store = fileStore(process.env.APPROVALS ?? join(tmpdir(), "hedgemage-approvals.json"));
const pending = ai.human.interrupt.from(store, { allowEventual: true });

const refund = ai.tool({
  name: "refund",
  description: "Gives a customer money back.",
  input: {
    type: "object",
    properties: { order: { type: "integer" }, euros: { type: "number" } },
    required: ["order", "euros"],
  },
  execute({ order, euros }) {
    console.log(`  (the tool runs: ${euros} euros for order ${order})`);
    return `The refund of ${euros} euros for order ${order} is on its way to the customer.`;
  },
});

const [first, second] = process.argv.slice(2);
if (first === undefined) await run(waitForAnswer);
else if (first === "--later") await run(putAside);
else await decide(first, second);

async function run(handler: ai.ApprovalHandler): Promise<void> {
  const input = "Refund the customer 20 euros for order 4821.";
  console.log(`> ${input}`);
  print(await support(handler).execute(input));
}

async function decide(id: string, answer: string | undefined): Promise<void> {
  const decision = decisionOf(answer ?? "", (await pending.load(id))?.request.args);
  if (!decision) return console.log("The decision is yes, no or a number of euros.");
  const outcome = await ai.human.resume(id, decision, { store: pending, agent: support(putAside), key });
  if (outcome.type === "already-resolved")
    console.log("Nothing waits under this id: it was decided, or never asked.");
  else if (outcome.result) print(outcome.result);
}

function support(handler: ai.ApprovalHandler): ai.AgentContract {
  const policy = { type: "allowlist", tools: ["refund"], tags: () => ["money"] } as const;
  return ai.agent({
    name: "support",
    model: new LocalSDK().model({ name: "local" }),
    tools: [refund],
    middleware: [ai.human.approval({ policy, handler, store: pending, key })],
    durable: { store, singleWriter: true },
  });
}

/** Asks in the terminal. */
async function waitForAnswer(
  { toolName, args }: ai.ApprovalRequest,
  { signal }: { readonly signal: AbortSignal },
): Promise<ai.ApprovalDecision> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, signal });
  terminal.setPrompt(`${toolName} ${JSON.stringify(args)}: yes, no, or other euros? `);
  terminal.prompt();
  for await (const answer of terminal) {
    const decision = decisionOf(answer, args);
    if (decision) return decision;
    terminal.prompt();
  }
  return { type: "reject", reason: "nobody answered" };
}

/** Keeps the request for a later run of this program. */
async function putAside(request: ai.ApprovalRequest): Promise<never> {
  const { interruptId } = request;
  await pending.save({ interruptId, request, status: "pending", savedAt: new Date().toISOString() });
  throw new ai.InterruptSuspendedError("Waits for a decision.", { interruptId });
}

function decisionOf(answer: string, args: unknown): ai.ApprovalDecision | undefined {
  const said = answer.trim().toLowerCase();
  if (said === "yes" || said === "y") return { type: "approve" };
  if (said === "no" || said === "n") return { type: "reject", reason: "the reviewer said no" };
  const euros = Number(said);
  return said !== "" && euros > 0 ? { type: "edit", args: { ...Object(args), euros } } : undefined;
}

function print({ text, error }: ai.AgentResult<unknown>): void {
  if (error instanceof ai.InterruptSuspendedError) {
    console.log(`Put aside. Decide with: npm run example:approve -- ${error.interruptId} yes`);
  } else console.log(error ? `${error.code}: ${error.message}` : text);
}
