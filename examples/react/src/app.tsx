import { type FormEvent, type ReactNode, useState } from "react";
import { AnswerCard } from "./answer-card.tsx";
import { useLibrarian } from "./use-librarian.ts";

const suggestions = [
  "Who invented the lens that lighthouses use?",
  "Where does Smeaton's tower stand today?",
  "What is an isophase light?",
  "How tall is the tower on the Bell Rock?",
];

/** The page: a question, the agent's answer, and a way to stop it. */
export function App(): ReactNode {
  const [question, setQuestion] = useState("");
  const { answer, ask, stop } = useLibrarian();
  const running = answer !== undefined && answer.result === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (question.trim() !== "") void ask(question);
  }

  function suggest(suggestion: string): void {
    setQuestion(suggestion);
    void ask(suggestion);
  }

  return (
    <main>
      <header>
        <h1>The lighthouse library</h1>
        <p>Five short texts and an agent that has read them. It runs in this tab: no server, no key.</p>
      </header>
      <form onSubmit={submit}>
        <input
          aria-label="Your question"
          placeholder="Ask about lighthouses"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        {/* Keys keep these two elements apart: one element that turns from Stop into Ask would submit the click on it. */}
        {running ? (
          <button key="stop" type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button key="ask" type="submit">
            Ask
          </button>
        )}
      </form>
      {answer && <AnswerCard answer={answer} />}
      <ul className="suggestions">
        {suggestions.map((suggestion) => (
          <li key={suggestion}>
            <button type="button" onClick={() => suggest(suggestion)}>
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
