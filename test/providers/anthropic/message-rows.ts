/** The body of a recorded request for a message. */
export interface MessageRequest extends Record<string, unknown> {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/** A block of content, on the wire. */
export type Block = Readonly<Record<string, unknown>>;
