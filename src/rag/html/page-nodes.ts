import type { Frame, PageNode } from "./blocks.ts";
import { headingLevel, verbatimNames } from "./element-names.ts";

const deepestFrame = 12;
const mostColumns = 100;

/** The node that a page starts with. */
export function rootNode(): PageNode {
  return emptyNode(undefined, "", 0, false);
}

/** Makes the node of an element that is left out. */
export function leftOutNode(parent: PageNode, name: string): PageNode {
  return emptyNode(parent, name, 0, true);
}

/** Makes the node of an element, with what its name and attributes say of the text within. */
export function elementNode(
  parent: PageNode,
  name: string,
  index: number,
  attributes: ReadonlyMap<string, string>,
  hint: string,
): PageNode {
  const node = emptyNode(parent, name, index, false);
  node.hint = hint;
  switch (name) {
    case "ol": {
      const start = Number(attributes.get("start") ?? 1);
      node.count = Number.isSafeInteger(start) && start > 0 && start < 1e9 ? start : 1;
      break;
    }
    case "li":
      node.frame = frameOf(node, parent.count > 0 ? `${parent.count++}. ` : "- ");
      break;
    case "blockquote":
      node.frame = frameOf(node, "> ", "> ");
      break;
    case "dd":
      node.frame = frameOf(node, ": ");
      break;
    case "form":
      node.form ??= { chars: 0 };
      break;
    case "table": {
      const role = attributes.get("role");
      // A table within a table arranges things.
      if (node.table) node.table.layout = true;
      node.table = { row: -1, columns: 0, layout: role === "presentation" || role === "none", next: 0 };
      break;
    }
    case "tr":
      if (!node.table) break;
      node.table.row++;
      node.table.next = 0;
      break;
    case "td":
    case "th":
      openCell(node, Number(attributes.get("colspan") ?? 1));
      break;
    default:
      node.level ||= headingLevel(name);
      if (verbatimNames.has(name)) node.code ??= { language: codeLanguage(attributes.get("class")) };
  }
  return node;
}

/** The language that the classes of a code element name. */
export function codeLanguage(classes: string | undefined): string {
  return /(?:^|\s)(?:lang(?:uage)?-|highlight-source-)([\w+#.-]{1,30})/.exec(classes ?? "")?.[1] ?? "";
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function emptyNode(
  parent: PageNode | undefined,
  name: string,
  index: number,
  skip: boolean,
): Mutable<PageNode> {
  return {
    parent,
    name,
    index,
    skip,
    level: parent?.level ?? 0,
    code: parent?.code,
    frame: parent?.frame,
    cell: parent?.cell,
    table: parent?.table,
    form: parent?.form,
    hint: "",
    count: 0,
    tally: { text: 0, paragraphs: 0, links: 0, central: false, cards: 0, own: 1, weight: 1, sum: 0 },
  };
}

function frameOf(node: PageNode, mark: string, indent = " ".repeat(mark.length)): Frame | undefined {
  const parent = node.parent?.frame;
  const depth = (parent?.depth ?? 0) + 1;
  return depth > deepestFrame ? parent : { parent, depth, node, mark, indent, written: false };
}

function openCell(node: Mutable<PageNode>, span: number): void {
  const { table } = node;
  if (!table) return;
  node.cell = { table, row: Math.max(0, table.row), column: table.next, chars: 0, blocks: 0 };
  table.next = Math.min(mostColumns, table.next + (span >= 1 && span <= mostColumns ? Math.floor(span) : 1));
  table.columns = Math.max(table.columns, table.next);
}
