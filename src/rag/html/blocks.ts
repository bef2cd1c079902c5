/** An element that its text stands in: what blocks are told apart by, and what main content is chosen from. */
export interface PageNode {
  readonly parent: PageNode | undefined;
  readonly name: string;
  /** Its place among all nodes; parents come before their children. */
  readonly index: number;
  /** Whether its text is left out. */
  readonly skip: boolean;
  /** 1 to 6 below a heading. */
  readonly level: number;
  /** The `<pre>` that it stands in, or is. */
  readonly code: { language: string } | undefined;
  /** The innermost list item, quotation or definition around it. */
  readonly frame: Frame | undefined;
  readonly cell: Cell | undefined;
  /** The table whose rows come next. */
  readonly table: Table | undefined;
  /** The outermost form around it. */
  readonly form: { chars: number } | undefined;
  /** What its class, id, role and other attributes tell, in lower case; where main content is looked for. */
  readonly hint: string;
  /** Of a list: the number of its next item; 0 where items have none. */
  count: number;
  readonly tally: Tally;
}

/** What the blocks in an element add up to, where main content is looked for. */
export interface Tally {
  /** Worth of its paragraphs, in characters. */
  text: number;
  paragraphs: number;
  /** Blocks that are links. */
  links: number;
  /** Whether it holds the headline or what the page names as its main part. */
  central: boolean;
  /** Children with one paragraph and a link. */
  cards: number;
  /** How much its text counts, by its name. */
  own: number;
  /** How much its text counts, by what is around it too. */
  weight: number;
  sum: number;
}

/** What puts a mark in front of its first line, and indents the others. */
export interface Frame {
  readonly parent: Frame | undefined;
  readonly depth: number;
  readonly node: PageNode;
  readonly mark: string;
  readonly indent: string;
  written: boolean;
}

export interface Table {
  row: number;
  columns: number;
  /** Whether it only arranges the page. */
  layout: boolean;
  /** The column where the next cell of the row goes. */
  next: number;
}

export interface Cell {
  readonly table: Table;
  readonly row: number;
  readonly column: number;
  chars: number;
  blocks: number;
}

/** A paragraph, heading, item, cell or code: text between two borders. */
export interface Block {
  readonly node: PageNode;
  /** With the marks of its links and code, or all of it as it is within `<pre>`. */
  readonly text: string;
  /** UTF-16 units without marks. */
  readonly chars: number;
  /** How many of them belong to links. */
  readonly linked: number;
}
