import type { AgentExecuteOptions, AgentResumeOptions, AgentStream } from "../../src/contracts/agent.ts";
import type { ObjectStorage } from "./object-storage-store.ts";

/** As much of the state of a Durable Object (`DurableObjectState`) as an agent object asks for. */
export interface AgentObjectState {
  readonly id: { readonly name?: string | undefined; toString(): string };
  readonly storage: ObjectStorage & {
    /** The time is in milliseconds since 1970. */
    setAlarm(time: number): Promise<void>;
    deleteAlarm(): Promise<void>;
    /** Resolves when everything that was written is safe. */
    sync(): Promise<void>;
  };
  acceptWebSocket(socket: ObjectSocket): void;
  getWebSockets(): readonly ObjectSocket[];
}

/** As much of the server's end of a WebSocket as an agent object asks for. */
export interface ObjectSocket {
  send(message: string): void;
  close(code?: number, reason?: string): void;
  /** Keeps a value that outlives the object's memory. */
  serializeAttachment(value: unknown): void;
  deserializeAttachment(): unknown;
}

/** As much of an agent as a session asks for. */
export interface SessionAgent {
  readonly type: "agent";
  readonly name: string;
  stream(input: string, options?: AgentExecuteOptions): AgentStream<unknown>;
  resumeStream(runId: string, options?: AgentResumeOptions): AgentStream<unknown>;
}
