import type { ReactNode } from "react";
import type { Passage } from "./agent.ts";
import type { Answer } from "./use-librarian.ts";

/** The answer as it grows, the passages that it cites, and what the run took. */
export function AnswerCard({ answer }: { readonly answer: Answer }): ReactNode {
  const { question, activity, text, passages, result } = answer;
  const cited = passages.filter(({ number }) => text.includes(`[${number}]`));
  return (
    <article aria-busy={!result}>
      <h2>{question}</h2>
      {text === "" && !result && <p className="activity">{activity}…</p>}
      <p className="answer">{withCitations(text, passages)}</p>
      {result?.error && (
        <p role="alert">
          {result.error.code === "AGENT_CANCELLED" ? "Stopped." : result.error.message}{" "}
          <code>{result.error.code}</code>
        </p>
      )}
      <ol className="sources">{cited.map(Source)}</ol>
      {result && <Report result={result} />}
    </article>
  );
}

/** What a model wrote is shown as text; only the numbers of known passages become links. */
function withCitations(text: string, passages: readonly Passage[]): ReactNode[] {
  return text.split(/(\[\d{1,3}\])/).map((part, position) => {
    const passage = passages.find(({ number }) => part === `[${number}]`);
    if (!passage) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever grow at the end
      <a key={position} href={`#passage-${passage.number}`} title={passage.source}>
        {passage.number}
      </a>
    );
  });
}

function Source({ number, source, text }: Passage): ReactNode {
  return (
    <li key={number} id={`passage-${number}`} value={number}>
      <cite>{source}</cite>
      <blockquote>{text}</blockquote>
    </li>
  );
}

function Report({ result }: { readonly result: NonNullable<Answer["result"]> }): ReactNode {
  const { report, usage } = result;
  const parts = [
    `${report.model.provider} model`,
    count(report.trips.length, "model call"),
    count(report.children.length, "tool call"),
    usage.total === undefined ? "tokens unknown" : count(usage.total, "token"),
    `${(report.duration / 1000).toFixed(2)} s`,
  ];
  return <footer>{parts.join(" · ")}</footer>;
}

function count(value: number, noun: string): string {
  return `${value.toLocaleString("en")} ${noun}${value === 1 ? "" : "s"}`;
}
