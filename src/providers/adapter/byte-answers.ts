// What sends a request and reads its answer as bytes, in one piece that is loaded with the first call.

export { openAnswer } from "./open-answer.ts";
export { readResponse, streamReader } from "./read-answer.ts";
export { sendRequest } from "./send-request.ts";
