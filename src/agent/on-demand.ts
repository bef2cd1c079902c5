// What only some runs need, in one piece that is loaded on first use.

export { renderPlaceholders } from "../prompt/grammar.ts";
export { jsonInstruction } from "../schema/json-instruction.ts";
export { agentFailure, invalidInput, maxTripsError } from "./agent-failure.ts";
export { attachmentParts } from "./attachments.ts";
export { refuseBrokenEnd } from "./broken-end.ts";
export { captureMessages } from "./capture-messages.ts";
export { collectStream } from "./collect-stream.ts";
export { agentLog } from "./log-events.ts";
export { askForRepair, readOutput } from "./read-output.ts";
export { repairHistory } from "./repair-history.ts";
export { askInHooks, runInHooks } from "./run-in-hooks.ts";
export { settleCall } from "./settle-call.ts";
export { suspend } from "./suspension.ts";
export { tellFailure } from "./tell-failure.ts";
export { TextCallScanner } from "./text-call-scanner.ts";
export { stopRepeatedUnknown } from "./tool-refusals.ts";
export { unusualResult } from "./unusual-result.ts";
export { withFeatures } from "./with-features.ts";
