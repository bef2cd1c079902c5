import { chatCompletions } from "./chat-completions.ts";
import { converse } from "./converse.ts";
import { gemini } from "./gemini.ts";
import { messages } from "./messages.ts";
import { ollamaChat } from "./ollama-chat.ts";
import { responses } from "./responses.ts";
import type { ServiceUnderTest } from "./service.ts";
import { workersAI } from "./workers-ai.ts";

/** Every adapter that asks a service over the network, with that service. */
export const services: readonly ServiceUnderTest[] = [
  chatCompletions,
  responses,
  messages,
  gemini,
  converse,
  ollamaChat,
  workersAI,
];
