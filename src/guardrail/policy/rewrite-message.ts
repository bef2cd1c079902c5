import type { ContentPart, Message } from "../../contracts/message.ts";

/** Rewrites a text; `isJson` where it is JSON and shall stay JSON. */
export type Rewrite = (text: string, isJson: boolean) => Promise<string>;

/**
 * Rewrites the texts of a message: its parts one by one, and the arguments of its calls. What a provider wants back with a text
 * goes where the text is changed: it is signed for the old one, or holds it. The same message where nothing changes.
 */
export async function rewriteMessage(message: Message, rewrite: Rewrite): Promise<Message> {
  const { content, toolCalls } = message;
  const next = typeof content === "string" ? await rewrite(content, false) : await parts(content, rewrite);
  const calls: NonNullable<Message["toolCalls"]>[number][] = [];
  for (const call of toolCalls ?? []) {
    const input = await rewriteJson(call.input, rewrite);
    calls.push(input === call.input ? call : { ...call, input });
  }
  const isSame = next === content && calls.every((call, index) => call === toolCalls?.[index]);
  if (isSame) return message;
  const { providerMetadata: _signed, ...rest } = message;
  return { ...rest, content: next, ...(toolCalls ? { toolCalls: calls } : {}) };
}

async function parts(given: readonly ContentPart[], rewrite: Rewrite): Promise<readonly ContentPart[]> {
  const next: ContentPart[] = [];
  for (const part of given) {
    if (part.type !== "text" && part.type !== "reasoning") next.push(part);
    else next.push(...(await rewritePart(part, rewrite)));
  }
  return next.length === given.length && next.every((part, index) => part === given[index]) ? given : next;
}

/** A thought with a signature is left out where it has to be changed: nobody would take it back. */
export async function rewritePart<Part extends Extract<ContentPart, { readonly text: string }>>(
  part: Part,
  rewrite: Rewrite,
): Promise<readonly Part[]> {
  const text = await rewrite(part.text, false);
  if (text === part.text) return [part];
  const { providerMetadata, ...rest } = part;
  return part.type === "reasoning" && providerMetadata ? [] : [{ ...(rest as Part), text }];
}

/** Rewrites what stands in a value of JSON. Gives the same value where nothing changes. */
export async function rewriteJson(value: unknown, rewrite: Rewrite): Promise<unknown> {
  const json = JSON.stringify(value) ?? "null";
  const next = await rewrite(json, true);
  return next === json ? value : JSON.parse(next);
}
