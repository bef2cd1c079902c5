import type { Message } from "../../contracts/message.ts";
import { sha256 } from "../../core/hash.ts";

/**
 * A key for each beginning of a conversation: `keys[n]` stands for its first `n` messages. The same messages give the same keys in
 * every run, whatever the system prompt says today: no summary is made of that.
 */
export async function prefixKeys(body: readonly Message[]): Promise<string[]> {
  const keys = [""];
  for (const message of body) keys.push(await sha256(`${keys.at(-1)} ${JSON.stringify(essence(message))}`));
  return keys;
}

/** What of a message is said to a model: ids and times differ from run to run. */
function essence({ role, content, toolCalls, toolName }: Message): unknown {
  return [role, content, toolName, toolCalls?.map(({ name, input }) => [name, input])];
}
