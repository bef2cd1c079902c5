import { styleText } from "node:util";

/** Where the answer is written. */
export interface Terminal {
  write(text: string): void;
  /** Text that grows piece by piece, broken between words to the width of the terminal. */
  flow(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
}

/** The part of a stream that a terminal is made of. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const widest = 100;

/** Writes to a stream: with bold, dim and line breaks on a terminal, as plain text where the output is a file or a pipe. */
export function createTerminal(output: TerminalOutput): Terminal {
  const styled = output.isTTY === true && !process.env.NO_COLOR;
  const width = output.isTTY ? Math.min(output.columns || widest, widest) : Number.POSITIVE_INFINITY;
  let column = 0;
  let space = "";

  function flow(text: string): void {
    for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (piece === "\n") {
        output.write(piece);
        column = 0;
        space = "";
      } else if (piece.trim() === "") space = column > 0 ? " " : "";
      else {
        const breaks = column + space.length + piece.length > width && column > 0;
        output.write(breaks ? `\n${piece}` : space + piece);
        column = breaks ? piece.length : column + space.length + piece.length;
        space = "";
      }
    }
  }

  return {
    write(text) {
      output.write(text);
      column = 0;
      space = "";
    },
    flow,
    bold: (text) => (styled ? styleText("bold", text, { validateStream: false }) : text),
    dim: (text) => (styled ? styleText("dim", text, { validateStream: false }) : text),
  };
}
