import type { ContentPart, Message } from "../../contracts/message.ts";

/** Rewrites a text, or a value with texts in it. Gives back the same where nothing changes. */
export type Rewrite<Given> = (given: Given) => Given | Promise<Given>;

/**
 * Rewrites the texts of a message: its parts one by one, and the arguments of its calls. What a provider wants back with a text
 * goes where the text is changed: it is signed for the old one, or holds it. The same message where nothing changes.
 */
export async function rewriteMessage(
  message: Message,
  rewrite: Rewrite<string>,
  rewriteInput: Rewrite<unknown>,
): Promise<Message> {
  const { content, toolCalls, providerMetadata: _signed, ...rest } = message;
  const next =
    typeof content === "string"
      ? await rewrite(content)
      : await eachOf(content, async (part) => rewritePart(part, rewrite));
  const calls =
    toolCalls &&
    (await eachOf(toolCalls, async (call) => {
      const input = await rewriteInput(call.input);
      return [input === call.input ? call : { ...call, input }];
    }));
  if (next === content && calls === toolCalls) return message;
  return { ...rest, content: next, ...(calls && { toolCalls: calls }) };
}

/** A thought with a signature is left out where it has to be changed: nobody would take it back. */
export async function rewritePart<Part extends ContentPart>(
  part: Part,
  rewrite: Rewrite<string>,
): Promise<readonly Part[]> {
  if (part.type !== "text" && part.type !== "reasoning") return [part];
  const text = await rewrite(part.text);
  if (text === part.text) return [part];
  const { providerMetadata, ...rest } = part;
  return part.type === "reasoning" && providerMetadata ? [] : [{ ...(rest as Part), text }];
}

/** A list with every item replaced; the same list where nothing is. */
export async function eachOf<Item>(
  items: readonly Item[],
  replace: (item: Item) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const next: Item[] = [];
  for (const item of items) next.push(...(await replace(item)));
  return next.length === items.length && next.every((item, index) => item === items[index]) ? items : next;
}
