import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { root } from "../../scripts/entries.ts";

/** A syntax tree node, as loosely as the guards need it. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

export interface SourceFile {
  path: string;
  text: string;
  body: SyntaxNode[];
  comments: { value: string; start: number; end: number }[];
}

/** The product's own files, parsed; paths are relative to the repository. */
export function productFiles(pattern = "{src,runtimes}/**/*.ts"): SourceFile[] {
  const paths = globSync(pattern, { cwd: root }).sort();
  return paths.map((path) => parseFile(path, readFileSync(root + path, "utf8")));
}

/** Parses one file; throws what the parser says where it is no TypeScript. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text, { sourceType: "module" });
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return { path, text, body: program.body.map(asNode), comments };
}

/** Calls back for each node below (and with) the given ones, parents first. */
export function walk(
  value: unknown,
  visit: (node: SyntaxNode, parent?: SyntaxNode) => void,
  parent?: SyntaxNode,
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, parent);
  } else if (isNode(value)) {
    visit(value, parent);
    for (const child of Object.values(value)) walk(child, visit, value);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** `path:line` of a node, as editors and terminals link it. */
export function place(file: SourceFile, node: SyntaxNode): string {
  return `${file.path}:${file.text.slice(0, node.start).split("\n").length}`;
}

/** Every module that a file names: static and dynamic imports, re-exports, and types written `import("…")`. */
export function importsOf(file: SourceFile): { specifier: string; typeOnly: boolean; node: SyntaxNode }[] {
  const found: { specifier: string; typeOnly: boolean; node: SyntaxNode }[] = [];
  walk(file.body, (node) => {
    if (!isNode(node.source) || typeof node.source.value !== "string") return;
    const typeOnly = node.type === "TSImportType" || node.importKind === "type" || node.exportKind === "type";
    found.push({ specifier: node.source.value, typeOnly, node });
  });
  return found;
}

function asNode(value: unknown): SyntaxNode {
  if (!isNode(value)) throw new TypeError("The parser gave something that is no syntax node.");
  return value;
}
