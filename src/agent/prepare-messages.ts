import type { ContentPart, Message } from "../contracts/message.ts";
import { abortable } from "../core/abort.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { onDemand } from "./load-on-demand.ts";

/** What is said to a model that shall go on from where a conversation ends. */
const CONTINUE = "Continue.";

/**
 * Fills the conversation of a run: system prompt, repaired history, and the input with its attachments.
 *
 * @throws AIError `INVALID_INPUT` where there is nothing to answer.
 */
export async function prepareMessages(execution: AgentExecution): Promise<void> {
  const { messages, call, definition } = execution;
  const { history = [], attachments } = call.options;
  const system = await systemText(execution);
  if (system) messages.push({ role: "system", content: system });
  if (history.length > 0) messages.push(...(await onDemand()).repairHistory(history));
  const policy = call.options.attachmentPolicy ?? definition.config.attachmentPolicy ?? {};
  // Loaded when needed: most runs have no attachments, and a page should not download their code.
  const parts = attachments?.length
    ? await abortable(
        (await onDemand()).attachmentParts(attachments, policy, definition.config.model, call.signal),
        call.signal,
      )
    : [];
  messages.push({ role: "user", content: await userContent(call.input, parts, messages) });
  await execution.border?.hide();
}

async function systemText(execution: AgentExecution): Promise<string> {
  const { call, definition, report, structured } = execution;
  const { config } = definition;
  const prompt = call.options.systemPrompt ?? config.systemPrompt;
  const values = { ...config.placeholders, ...call.options.placeholders };
  let text = "";
  if (typeof prompt === "string") {
    text = prompt.includes("{{") ? (await onDemand()).renderPlaceholders(prompt, values) : prompt;
  } else if (prompt) {
    await prompt.materialize?.({ parent: execution.run, report });
    text = prompt.resolve(values);
    const { name, version } = prompt.meta() ?? {};
    if (name) report.promptName = name;
    if (version) report.promptVersion = version;
  }
  if (structured && !structured.native) {
    const instruction = (await onDemand()).jsonInstruction(structured.json);
    text = text ? `${text}\n\n${instruction}` : instruction;
  }
  if (config.captureMessages && text) report.systemPrompt = text;
  return text;
}

async function userContent(
  input: string,
  parts: readonly ContentPart[],
  before: readonly Message[],
): Promise<Message["content"]> {
  const goesOn = before.some((message) => message.role !== "system");
  if (typeof input !== "string" || (input === "" && parts.length === 0 && !goesOn)) {
    throw (await onDemand()).invalidInput(input);
  }
  if (parts.length === 0) return input === "" ? CONTINUE : input;
  return input === "" ? parts : [{ type: "text", text: input }, ...parts];
}
