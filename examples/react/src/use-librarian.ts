import type * as ai from "hedgemage";
import { useCallback, useEffect, useRef, useState } from "react";
import { librarian, type Passage } from "./agent.ts";

/** One question and what has come of it so far. */
export interface Answer {
  readonly question: string;
  /** What the agent is doing, until it writes. */
  readonly activity: string;
  readonly text: string;
  readonly passages: readonly Passage[];
  /** There once the run is over, however it ended. */
  readonly result?: ai.AgentResult<undefined>;
}

/** Asks the agent one question at a time; a new question, `stop` and leaving the page end the one before. */
export function useLibrarian(): {
  readonly answer: Answer | undefined;
  readonly ask: (question: string) => Promise<void>;
  readonly stop: () => void;
} {
  const [answer, setAnswer] = useState<Answer>();
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const ask = useCallback(async (question: string) => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const passages: Passage[] = [];
    const stream = librarian(passages).stream(question, { signal });
    let state: Answer = { question, activity: "Thinking", text: "", passages };
    setAnswer(state);
    for await (const event of stream) {
      if (signal.aborted) break;
      if (event.type === "agent.tool.calling") state = { ...state, activity: event.tool.action ?? "Working" };
      if (event.type === "agent.trip.streaming") state = { ...state, text: state.text + event.delta };
      setAnswer(state);
    }
    const result = await stream.result;
    // A newer question has the page by now.
    setAnswer((current) => (current?.passages === passages ? { ...state, result } : current));
  }, []);

  return { answer, ask, stop };
}
