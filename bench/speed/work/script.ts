/** What everybody says and does: the same texts, the same tool, the same answers. */

export const MODEL = "gpt-4.1-mini";
export const INSTRUCTIONS = "You add numbers with the tool you have. Answer in one sentence.";
export const QUESTION = "Start at zero, add one as often as you can, and tell me the sum.";
export const ANSWER = "The sum is the number of times that the tool was called.";
export const TOOL_NAME = "add";
export const TOOL_DESCRIPTION = "Adds two numbers and returns the sum.";

/** How many times the model calls the tool before it answers. */
export const TRIPS = 5;

/** The long run: that many tool calls, and a text of 2 kB in every message: 50 messages. */
export const LONG_TRIPS = 24;
export const LONG_TEXT: string = "The tide is out, and the sand is full of birds. ".repeat(42);

export const PROMPT_TOKENS = 120;
export const COMPLETION_TOKENS = 20;

export interface AddInput {
  readonly a: number;
  readonly b: number;
}

/** The one tool. */
export function add({ a, b }: AddInput): number {
  return a + b;
}

/** What the model calls the tool with, after so many results. */
export function toolInput(results: number): AddInput {
  return { a: results, b: 1 };
}

/** The schema of the tool's input for those who take a JSON Schema. */
export const ADD_JSON_SCHEMA = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
  additionalProperties: false,
} as const;

/** The instructions of the structured work. */
export const EXTRACT_INSTRUCTIONS = "Extract the order from the text as JSON.";
export const EXTRACT_QUESTION =
  "Anna Berg (anna@example.com) wants two lamps at 40 and one desk at 250, shipped to Oslo.";

/** The structured answer. */
export const ORDER = {
  customer: { name: "Anna Berg", email: "anna@example.com" },
  items: [
    { name: "lamp", quantity: 2, price: 40 },
    { name: "desk", quantity: 1, price: 250 },
  ],
  shipTo: "Oslo",
  total: 330,
};

const TEXT = { type: "string" } as const;
const NUMBER = { type: "number" } as const;

/** The schema of the structured answer for those who take a JSON Schema. */
export const ORDER_JSON_SCHEMA = {
  type: "object",
  properties: {
    customer: {
      type: "object",
      properties: { name: TEXT, email: TEXT },
      required: ["name", "email"],
      additionalProperties: false,
    },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: { name: TEXT, quantity: NUMBER, price: NUMBER },
        required: ["name", "quantity", "price"],
        additionalProperties: false,
      },
    },
    shipTo: TEXT,
    total: NUMBER,
  },
  required: ["customer", "items", "shipTo", "total"],
  additionalProperties: false,
} as const;
