import type {
  InstructionContract,
  PersonaContract,
  SystemPromptBlockContract,
} from "../contracts/system-prompt.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/**
 * Makes the block that says who the model is. Throws `InvalidRequestError` where the text is not a string.
 *
 * @example
 * systemPrompt([persona("You are Alex, a TypeScript expert."), instruction("Answer in {{language|English}}.")]);
 */
export function persona(text: string): PersonaContract {
  return promptBlock("persona", text);
}

/**
 * Makes a block that says what the model shall do or keep to. Throws `InvalidRequestError` where the text is not a string.
 *
 * @example
 * instruction("Cite the handbook.").text; // "Cite the handbook."
 */
export function instruction(text: string): InstructionContract {
  return promptBlock("instruction", text);
}

/**
 * Gives a block back, or throws `InvalidRequestError` where a value is none. Told by shape and not by `instanceof`,
 * because it may come from another copy of the package.
 *
 * @example
 * checkedBlock(persona("You are Alex.")).type; // "persona"
 */
export function checkedBlock<Block extends SystemPromptBlockContract>(value: Block): Block {
  const seen: unknown = value;
  const fits =
    typeof seen === "object" &&
    seen !== null &&
    "type" in seen &&
    typeof seen.type === "string" &&
    "text" in seen &&
    typeof seen.text === "string" &&
    "resolve" in seen &&
    typeof seen.resolve === "function";
  if (fits) return value;
  throw new InvalidRequestError(
    `A value of type ${typeof value} is not a prompt block. Make blocks with persona(text) and instruction(text), ` +
      "or give an object with type, text and resolve().",
  );
}

/**
 * Makes a block of any kind. Throws `InvalidRequestError` where the text is not a string.
 *
 * @example
 * promptBlock("example", "Q: 2 + 2? A: 4.").type; // "example"
 */
export function promptBlock<Type extends string>(
  type: Type,
  text: string,
): SystemPromptBlockContract & { readonly type: Type } {
  if (typeof text !== "string") {
    throw new InvalidRequestError(`The text of ${type}() is of type ${typeof text}. Pass a string.`);
  }
  return Object.freeze({ type, text, resolve: () => text });
}
