import { type AnswerMessage, answer } from "./answer.ts";
import { answerThroughPort } from "./answer-port.ts";
import { element } from "./element.ts";

const form = element("form", HTMLFormElement);
const button = element("form > button", HTMLButtonElement);
const article = element("article", HTMLElement);
const activity = element(".activity", HTMLElement);
const text = element(".answer", HTMLElement);
const sources = element(".sources", HTMLElement);
const footer = element("footer", HTMLElement);
let running: AbortController | undefined;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running) running.abort();
  else void ask(new FormData(form));
});

for (const suggestion of document.querySelectorAll<HTMLButtonElement>(".suggestions button")) {
  suggestion.addEventListener("click", () => {
    element("input[name=question]", HTMLInputElement).value = suggestion.textContent ?? "";
    if (!running) void ask(new FormData(form));
  });
}

async function ask(fields: FormData): Promise<void> {
  running = new AbortController();
  const question = String(fields.get("question"));
  const run = fields.get("home") === "worker" ? answerThroughPort : answer;
  begin();
  try {
    for await (const message of run(question, running.signal)) show(message);
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error));
  }
  running = undefined;
  button.textContent = "Ask";
  article.ariaBusy = "false";
}

function begin(): void {
  button.textContent = "Stop";
  article.hidden = false;
  article.ariaBusy = "true";
  for (const part of [activity, text, sources, footer]) part.replaceChildren();
}

// Whatever comes from a model or a document goes into the page as text, never as HTML.
function show(message: AnswerMessage): void {
  if (message.type === "action") activity.textContent = `${message.text}…`;
  if (message.type === "text") {
    activity.textContent = "";
    text.append(message.delta);
  }
  if (message.type === "end") showEnd(message);
}

function showEnd({ error, citations, report }: Extract<AnswerMessage, { type: "end" }>): void {
  if (error?.code === "AGENT_CANCELLED") showProblem("Stopped.", error.code);
  else if (error) showProblem(error.message, error.code);
  sources.replaceChildren(
    ...citations.map(({ number, source, text }) => {
      const item = document.createElement("li");
      const cite = document.createElement("cite");
      item.value = number;
      cite.textContent = source;
      item.append(cite, text);
      return item;
    }),
  );
  const { modelCalls, toolCalls, tokens, milliseconds } = report;
  footer.textContent = `model calls: ${modelCalls} · tool calls: ${toolCalls} · ${tokens ?? "unknown"} tokens · ${milliseconds} ms`;
}

function showProblem(problem: string, code?: string): void {
  activity.replaceChildren(problem);
  if (code === undefined) return;
  const name = document.createElement("code");
  name.textContent = code;
  activity.append(" ", name);
}
