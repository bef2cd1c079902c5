/** The text between two borders, with its marks. */
export interface InlineText {
  readonly text: string;
  readonly chars: number;
  readonly linked: number;
}

/** Puts the text of a block together; see {@link inlineWriter}. */
export interface InlineWriter {
  /** Adds text whose runs of white space count as one space. */
  text(text: string): void;
  /** Adds text as it is. */
  verbatim(text: string): void;
  /** Adds what an image says, which counts as little as a link does. */
  image(text: string): void;
  /** Ends the line; `true` where it had ended before. */
  line(): boolean;
  openLink(target: string): void;
  closeLink(): void;
  openCode(): void;
  closeCode(): void;
  /** Ends the block and hands it over. A link that is open goes on in the next. */
  take(): InlineText | undefined;
}

interface Span {
  /** The target of a link; missing for code. */
  readonly target: string | undefined;
  /** What stands before it. */
  readonly before: string;
  /** Whether a space stands between that and the span. */
  readonly space: boolean;
  readonly isBlank: boolean;
}

/** Makes a writer of blocks; without `marks`, links and code are written as the text they hold. */
export function inlineWriter(marks: boolean): InlineWriter {
  let text = "";
  let chars = 0;
  let linked = 0;
  let space = false;
  /** Whether nothing stands on the line yet. To look at the text itself would copy it together for every piece. */
  let isBlank = true;
  let inLink = false;
  const spans: Span[] = [];

  const push = (piece: string): void => {
    if (space && !isBlank) {
      text += " ";
      chars++;
    }
    space = isBlank = false;
    text += piece;
    chars += piece.length;
    if (inLink) linked += piece.length;
  };
  const open = (target: string | undefined): void => {
    if (!marks) return;
    spans.push({ target, before: text, space: space && !isBlank, isBlank });
    text = "";
    space = false;
    isBlank = true;
  };
  const close = (): void => {
    const span = spans.pop();
    if (!span) return;
    const inner = text;
    text = span.before;
    if (inner === "") {
      space ||= span.space;
      isBlank = span.isBlank;
      return;
    }
    if (span.space) text += " ";
    text += span.target === undefined ? code(inner) : link(inner, span.target);
  };
  /** Closes the spans above and the span itself. */
  const closeDown = (isIt: (span: Span) => boolean): void => {
    const place = spans.findLastIndex(isIt);
    while (place >= 0 && spans.length > place) close();
  };
  const isLink = (span: Span): boolean => span.target !== undefined;

  return {
    text(raw) {
      if (!/\S/.test(raw)) {
        space = true;
        return;
      }
      const tidy = /[^\S ]| {2}/.test(raw) ? raw.replace(/\s+/g, " ") : raw;
      const from = tidy.startsWith(" ") ? 1 : 0;
      const to = tidy.endsWith(" ") ? tidy.length - 1 : tidy.length;
      if (from > 0) space = true;
      push(from > 0 || to < tidy.length ? tidy.slice(from, to) : tidy);
      if (to < tidy.length) space = true;
    },
    verbatim(raw) {
      text += raw;
      chars += raw.length;
      isBlank = raw.endsWith("\n");
    },
    image(alt) {
      const before = inLink;
      inLink = true;
      push(alt);
      inLink = before;
    },
    line() {
      space = false;
      if (isBlank) return true;
      text += "\n";
      isBlank = true;
      return false;
    },
    openLink(target) {
      closeDown(isLink);
      inLink = true;
      if (target !== "") open(target);
    },
    closeLink() {
      inLink = false;
      closeDown(isLink);
    },
    openCode() {
      if (spans.every(isLink)) open(undefined);
    },
    closeCode: () => closeDown((span) => !isLink(span)),
    take() {
      const target = spans.find(isLink)?.target;
      while (spans.length > 0) close();
      const taken = /\S/.test(text) ? { text, chars, linked } : undefined;
      text = "";
      chars = linked = 0;
      space = false;
      isBlank = true;
      if (target !== undefined) open(target);
      return taken;
    },
  };
}

function link(text: string, target: string): string {
  return text === target ? text : `[${text.replace(/[[\]]/g, "\\$&")}](${target})`;
}

/** Marks longer than any run of marks inside. */
function code(text: string): string {
  const mark = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return mark + pad + text + pad + mark;
}

/** How many backticks follow one another at most. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
