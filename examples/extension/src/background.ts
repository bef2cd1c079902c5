import { answer } from "./answer.ts";
import { answerPort, type PanelMessage } from "./answer-port.ts";

// Listeners must be there as soon as the worker starts: Chrome starts it for the event that they wait for.
chrome.runtime.onConnect.addListener((port) => {
  if (port.name === answerPort) serve(port);
});

chrome.runtime.onInstalled.addListener(() => {
  void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
});

function serve(port: chrome.runtime.Port): void {
  const stop = new AbortController();
  let connected = true;
  port.onDisconnect.addListener(() => {
    connected = false;
    stop.abort();
  });
  port.onMessage.addListener(async (message: PanelMessage) => {
    if (message.type === "stop") return stop.abort();
    for await (const part of answer(message.question, stop.signal)) {
      if (connected) port.postMessage(part);
      if (part.type === "end") console.info(`run ${part.report.status}`);
    }
  });
}
