import type { AnswerMessage } from "./answer.ts";

/** The name of the port that answers come through. */
export const answerPort = "answer";

/** What the panel says through the port. That it goes away means `stop` as well. */
export type PanelMessage = { readonly type: "ask"; readonly question: string } | { readonly type: "stop" };

/** Runs the agent in the service worker; the same messages as those of `answer`, through a port. */
export function answerThroughPort(question: string, signal: AbortSignal): AsyncIterable<AnswerMessage> {
  const port = chrome.runtime.connect({ name: answerPort });
  const say = (message: PanelMessage): void => port.postMessage(message);
  const stop = (): void => say({ type: "stop" });
  return new ReadableStream<AnswerMessage>({
    start(controller) {
      port.onMessage.addListener((message: AnswerMessage) => {
        controller.enqueue(message);
        if (message.type === "end") finish(() => controller.close());
      });
      port.onDisconnect.addListener(() => {
        finish(() => controller.error(new Error("The service worker went away. Ask again.")));
      });
      signal.addEventListener("abort", stop);
      say({ type: "ask", question });
    },
    cancel: () => finish(),
  });

  function finish(settle?: () => void): void {
    signal.removeEventListener("abort", stop);
    port.disconnect();
    settle?.();
  }
}
