import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { entries, root } from "../../scripts/entries.ts";
import { isNode, parseFile, type SourceFile, type SyntaxNode } from "./source.ts";

export type SymbolKind = "function" | "class" | "value" | "type";

/** Something that a user of the package can import, with the statements that declare it (several for overloads). */
export interface PublicSymbol {
  name: string;
  kind: SymbolKind;
  file: SourceFile;
  statements: SyntaxNode[];
  /** Where it comes from; a name with a dot is a member of an exported group, such as `middleware.budget`. */
  exports: { specifier: string; name: string }[];
}

/** What one file exports, by the name it has there. */
type Exported = Map<string, Omit<PublicSymbol, "exports">>;

/** Reads one file of the repository; other readers serve the guard's own tests. */
export type ReadSource = (path: string) => string;

interface Start {
  specifier: string;
  source: string;
}

/** Every symbol that the public entries export, each declaration once, in the order of the entries. */
export function publicSymbols(
  starts: readonly Start[] = entries,
  read: ReadSource = (path) => readFileSync(root + path, "utf8"),
): PublicSymbol[] {
  const files = new Map<string, SourceFile>();
  const found = new Map<SyntaxNode, PublicSymbol>();
  for (const { specifier, source } of starts) {
    for (const [name, symbol] of exportsOf(source)) {
      const [first] = symbol.statements;
      if (!first) continue;
      const known = found.get(first) ?? { ...symbol, exports: [] };
      known.exports.push({ specifier, name });
      found.set(first, known);
    }
  }
  return [...found.values()];

  function parsed(path: string): SourceFile {
    const file = files.get(path) ?? parseFile(path, read(path));
    files.set(path, file);
    return file;
  }

  function exportsOf(path: string): Exported {
    const file = parsed(path);
    const exported: Exported = new Map();
    for (const statement of file.body) {
      if (statement.type === "ExportAllDeclaration") {
        const prefix = isNode(statement.exported) ? `${nameOf(statement.exported)}.` : "";
        // The package exports its own names once more as `ai`; they are the same symbols.
        const members = prefix === "ai." ? [] : exportsOf(target(path, statement));
        for (const [name, symbol] of members) exported.set(prefix + name, symbol);
      } else if (statement.type === "ExportNamedDeclaration" && isNode(statement.source)) {
        for (const specifier of nodes(statement.specifiers)) {
          const symbol = exportsOf(target(path, statement)).get(nameOf(specifier.local));
          if (symbol) exported.set(nameOf(specifier.exported), symbol);
        }
      } else if (statement.type === "ExportNamedDeclaration") {
        for (const name of declaredNames(statement)) {
          const statements = [...(exported.get(name)?.statements ?? []), statement];
          exported.set(name, { name, kind: kindOf(statement), file, statements });
        }
        // A name that is exported apart from its declaration would be missed, and this package has none.
        if (nodes(statement.specifiers).length > 0)
          throw new Error(`${path} exports names without a source.`);
      }
    }
    return exported;
  }
}

function target(path: string, statement: SyntaxNode): string {
  const specifier = isNode(statement.source) ? String(statement.source.value) : "";
  return posix.join(posix.dirname(path), specifier);
}

function declaredNames({ declaration }: SyntaxNode): string[] {
  if (!isNode(declaration)) return [];
  if (declaration.type !== "VariableDeclaration") return [nameOf(declaration.id)];
  return nodes(declaration.declarations).map(({ id }) => nameOf(id));
}

function kindOf({ declaration }: SyntaxNode): SymbolKind {
  if (!isNode(declaration)) return "value";
  if (declaration.type === "ClassDeclaration") return "class";
  if (/^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type)) return "type";
  if (declaration.type !== "VariableDeclaration") return "function";
  return nodes(declaration.declarations).some(({ init }) => isFunction(init)) ? "function" : "value";
}

/** A function, or functions held together by a call marked PURE, as callable groups are. */
function isFunction(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "TSAsExpression") return isFunction(node.expression);
  return /^(?:ArrowFunctionExpression|FunctionExpression|CallExpression)$/.test(node.type);
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : "";
}

function nodes(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
