const form = document.querySelector("form");
const button = form.querySelector("button");
const article = document.querySelector("article");
const part = (selector) => article.querySelector(selector);
let running;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (running) running.abort();
  else ask(new FormData(form).get("question"));
});

async function ask(question) {
  running = new AbortController();
  button.textContent = "Stop";
  article.hidden = false;
  for (const selector of [".activity", ".answer", ".sources", "footer"]) part(selector).replaceChildren();
  try {
    for await (const line of answerLines(question, running.signal)) show(line);
  } catch (error) {
    part(".activity").textContent = "";
    part("footer").textContent = error.name === "AbortError" ? "Stopped." : error.message;
  }
  running = undefined;
  button.textContent = "Ask";
}

async function* answerLines(question, signal) {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/ask", {
    method: "POST",
    headers,
    body: JSON.stringify({ question }),
    signal,
  });
  if (!response.ok) {
    const { code, message } = await response.json();
    throw new Error(`${message} (${code})`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split("\n");
    rest = lines.pop();
    yield* lines.map((line) => JSON.parse(line));
  }
}

// Whatever comes from a model or a document goes into the page as text, never as HTML.
function show(line) {
  if (line.type === "action") part(".activity").textContent = `${line.text}…`;
  if (line.type === "text") {
    part(".activity").textContent = "";
    part(".answer").append(line.delta);
  }
  if (line.type === "end") showEnd(line);
}

function showEnd({ error, citations, modelCalls, toolCalls, tokens, milliseconds }) {
  part(".activity").textContent = error ? `${error.message} (${error.code})` : "";
  part(".sources").replaceChildren(...citations.map(sourceItem));
  const usage = `${tokens ?? "unknown"} tokens`;
  const calls = `model calls: ${modelCalls} · tool calls: ${toolCalls}`;
  part("footer").textContent = `${calls} · ${usage} · ${milliseconds} ms`;
}

function sourceItem({ number, source, text }) {
  const item = document.createElement("li");
  const cite = document.createElement("cite");
  item.value = number;
  cite.textContent = source;
  item.append(cite, ` ${text}`);
  return item;
}
