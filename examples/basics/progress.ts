/** Tells somebody who waits what is going on. */
export interface Progress {
  /** What is being done now. Shown only once it takes long. */
  say(stage: string): void;
  /** Takes the line away before something else is written. */
  end(): void;
}

/** The part of a terminal that progress is written to. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const patience = 400;

/**
 * Writes what is going on, to stderr, and only where it takes longer than 0.4 seconds: one line that is replaced on a
 * terminal, plain lines elsewhere.
 */
export function createProgress(output: ProgressOutput): Progress {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = false;

  function show(stage: string): void {
    output.write(output.isTTY ? `\r\u001b[K${stage} …` : `${stage} …\n`);
    shown = true;
  }

  function end(): void {
    clearTimeout(timer);
    if (shown && output.isTTY) output.write("\r\u001b[K");
    shown = false;
  }

  return {
    say(stage) {
      clearTimeout(timer);
      if (shown && output.isTTY) show(stage);
      else timer = setTimeout(show, patience, stage);
    },
    end,
  };
}
