import { parseArgs } from "node:util";
import { type AgentContract, agent, tool } from "../src/ai.ts";
import type { Model } from "../src/contracts/model.ts";
import { redactText } from "../src/core/redact.ts";
import { type SmokeProvider, smokeProviders } from "./smoke-providers.ts";

// npm run smoke -- [--provider openai [--model gpt-4o-mini]]
//
// Asks real services, where the environment has a key for them: one round trip with a tool and one stream each. Ends with 0
// where all went well or there is no key, with 1 where something failed. Never prints a key.

/** What the tool tells and no model can know. */
const ANSWER = "vermilion-4711";
const LONGEST_MS = 120_000;

const { values } = parseArgs({ options: { provider: { type: "string" }, model: { type: "string" } } });
const names = Object.keys(smokeProviders);
const chosen = values.provider === undefined ? names : [values.provider];
if (values.model !== undefined && values.provider === undefined) {
  console.error(
    "A model belongs to a provider. Name it: npm run smoke -- --provider openai --model gpt-4o-mini",
  );
  process.exit(1);
}

for (const name of chosen) {
  const provider = Object.hasOwn(smokeProviders, name) ? smokeProviders[name] : undefined;
  if (!provider) {
    console.error(`There is no provider "${name}". Known are ${names.join(", ")}.`);
    process.exitCode = 1;
  } else if (!(await isWell(name, provider))) process.exitCode = 1;
}

async function isWell(name: string, { needs, sdkOf, model }: SmokeProvider): Promise<boolean> {
  const sdk = sdkOf(process.env);
  if (!sdk) {
    console.log(`${name}: no key (set ${needs})`);
    return true;
  }
  const asked = (await sdk).model({ name: values.model ?? model });
  const problems = [await toolProblem(asked), await streamProblem(asked)].filter(
    (text) => text !== undefined,
  );
  for (const problem of problems) console.error(withoutKeys(`${name} ${asked.name}: FAILED, ${problem}`));
  if (problems.length === 0) console.log(`${name} ${asked.name}: a tool's round trip and a stream went well`);
  return problems.length === 0;
}

async function toolProblem(model: Model): Promise<string | undefined> {
  let calls = 0;
  const lookUp = tool({
    name: "look_up_colour",
    description: "Tells the colour of a numbered door.",
    input: { type: "object", properties: { door: { type: "number" } }, required: ["door"] },
    execute: async () => {
      calls += 1;
      return { colour: ANSWER };
    },
  });
  const asking: AgentContract = agent({ name: "smoke", model, tools: [lookUp] });
  const question =
    "Which colour does door 7 have? Look it up and tell me the colour exactly as it is spelled.";
  const { text = "", error } = await asking.execute(question, { signal: AbortSignal.timeout(LONGEST_MS) });
  if (error) return `tool: ${JSON.stringify(error)}`;
  if (calls === 0) return "tool: the model called no tool";
  return text.includes(ANSWER) ? undefined : `tool: the answer does not have what the tool told: ${text}`;
}

async function streamProblem(model: Model): Promise<string | undefined> {
  const asking: AgentContract = agent({ name: "smoke", model });
  const stream = asking.stream("Count from one to five, in words.", {
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  let streamed = "";
  for await (const event of stream) if (event.type === "agent.trip.streaming") streamed += event.delta;
  const { text, error } = await stream.result;
  if (error) return `stream: ${JSON.stringify(error)}`;
  return streamed && streamed === text
    ? undefined
    : `stream: ${streamed.length} characters came, not ${text?.length}`;
}

/** No error of ours has a key in it; what a service says might. */
function withoutKeys(text: string): string {
  let hidden = redactText(text);
  for (const [name, value] of Object.entries(process.env)) {
    if (/KEY|TOKEN|SECRET/.test(name) && value && value.length > 5)
      hidden = hidden.replaceAll(value, "[redacted]");
  }
  return hidden;
}
