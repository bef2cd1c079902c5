import type { Message } from "../../src/contracts/message.ts";
import type { JournalReading } from "../../src/store/journal.ts";

/** What a completed run adds to a conversation: all that it saved, for it does not save what was known. */
export function turnOf(
  reading: JournalReading | undefined,
  input: string,
  text: string | undefined,
): readonly Message[] {
  const saved = reading?.state.messages;
  const all = (Array.isArray(saved) ? saved : []) as unknown as readonly Message[];
  const system = all[0]?.role === "system" ? 1 : 0;
  const said = all.slice(system);
  if (said[0]?.role === "user") return said;
  // A hook of the agent answered in place of the model.
  return [
    { role: "user", content: input },
    { role: "assistant", content: text ?? "" },
  ];
}
