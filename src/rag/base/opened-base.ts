// What a knowledge base needs from its first use on, in one piece.

export { indexDocuments } from "./index-documents.ts";
export { listDocuments, removeDocuments } from "./list-and-remove.ts";
export { OpenBase } from "./open-base.ts";
export { retrieve } from "./retrieve.ts";
