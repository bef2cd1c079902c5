import type { Example } from "./example-blocks.ts";
import { isNode, parseFile, type SourceFile, type SyntaxNode } from "./source.ts";
import { importedNames, unboundNames } from "./unbound-names.ts";

/** An example as a module of its own, each line where the example has it but one line further down. */
export interface ExampleModule {
  text: string;
  /** How many of its values are compared with what the comments beside them say. */
  results: number;
  /** Whether it uses names that are only declared, so that it can be checked but not run. */
  needsPrelude: boolean;
}

/** Gives the import of a name that an example uses without saying where it comes from. */
export type FindImport = (name: string) => string | undefined;

/**
 * Makes a module of an example. Names that it takes for granted are imported. The value of each statement with a
 * comment such as `// [1, 2]` behind or below it is exported as `result0`, and the comment's as `expected0`; with
 * `// throws CODE`, what is thrown as `thrown0`, and its name or code. Throws where a comment looks like a value and is none.
 */
export function exampleModule(
  example: Example,
  findImport: FindImport,
  prelude: readonly string[],
): ExampleModule {
  const place = `${example.path}:${example.line}`;
  const file = parseFile(`${place}.ts`, example.code);
  const imports = new Set<string>();
  const declared: string[] = [];
  for (const name of unboundNames(file.body)) {
    const statement = findImport(name);
    if (statement) imports.add(statement);
    else if (prelude.includes(name)) declared.push(name);
  }
  if (declared.length > 0) imports.add(`import { ${declared.join(", ")} } from "./example-prelude.js";`);

  let text = "";
  let done = 0;
  const expectations: string[] = [];
  for (const statement of file.body) {
    const said = commentOf(file, statement);
    const expected = said === undefined ? undefined : expectedOf(said);
    if (!expected) continue;
    if ("invalid" in expected) throw new Error(`${place}: no value: ${expected.invalid}`);
    text += file.text.slice(done, statement.start);
    text += exportedResult(file, statement, expected, expectations.length);
    const value = "thrown" in expected ? JSON.stringify(expected.thrown) : expected.value;
    expectations.push(`export const expected${expectations.length} = ${value};`);
    done = statement.end;
  }
  text += file.text.slice(done);
  return {
    text: `${[...imports].join(" ")}\n${text}\n${expectations.join(" ")} export {};\n`,
    results: expectations.length,
    needsPrelude: declared.length > 0,
  };
}

/** The import statements of an example that later examples of the same page go on with, by the name they bring. */
export function sharedImports(example: Example, file: string): Map<string, string> {
  const { body, text } = parseFile(`${example.path}.ts`, example.code);
  const shared = new Map<string, string>();
  for (const statement of body) {
    const source = text.slice(statement.start, statement.end);
    for (const name of importedNames(statement)) shared.set(name, source);
    if (statement.type !== "ExportNamedDeclaration" || !isNode(statement.declaration)) continue;
    const name = variableOf(statement.declaration);
    if (name) shared.set(name, `import { ${name} } from "./${file}";`);
  }
  return shared;
}

type Expected = { value: string } | { thrown: string };

/** A statement that exports its value, or what it throws, under a name with the given number. */
function exportedResult(file: SourceFile, statement: SyntaxNode, expected: Expected, index: number): string {
  const { start, end, expression } = statement;
  if (!isNode(expression)) {
    return `${file.text.slice(start, end)} export const result${index} = ${variableOf(statement)};`;
  }
  const value = file.text.slice(expression.start, expression.end);
  if (!("thrown" in expected)) return `export const result${index} = ${value};`;
  const caught = `await (async () => (${value}))().then(() => undefined, (thrown: unknown) => thrown)`;
  return `export const thrown${index} = ${caught};`;
}

/** What a comment says of the value before it; nothing where it is prose. */
function expectedOf(said: string): Expected | { invalid: string } | undefined {
  const thrown = /^(?:throws|rejects with) (\w+)/.exec(said)?.[1];
  if (thrown) return { thrown };
  if (/^(?:throws|rejects)\b/.test(said)) return { invalid: said };
  if (!/^(?:["'[{\d-]|(?:true|false|null|undefined)\b)/.test(said)) return undefined;
  try {
    const [statement] = parseFile("comment.ts", `(${said})`).body;
    return isLiteral(statement?.expression) ? { value: said } : { invalid: said };
  } catch {
    return { invalid: said };
  }
}

/** The comment behind a statement, else the comments alone on the lines below it. */
function commentOf({ text, comments }: SourceFile, statement: SyntaxNode): string | undefined {
  if (statement.type !== "ExpressionStatement" && !variableOf(statement)) return undefined;
  let { end } = statement;
  const behind = comments.find(({ start }) => start >= end && /^ *$/.test(text.slice(end, start)));
  if (behind) return behind.value.trim();
  const below: string[] = [];
  for (const comment of comments) {
    if (comment.start < end || !/^\n *$/.test(text.slice(end, comment.start))) continue;
    below.push(comment.value.trim());
    end = comment.end;
  }
  return below.length > 0 ? below.join(" ") : undefined;
}

function isLiteral(node: unknown): boolean {
  if (!isNode(node)) return false;
  const parts = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  if (node.type === "ParenthesizedExpression") return isLiteral(node.expression);
  if (node.type === "Literal") return true;
  if (node.type === "Identifier") return node.name === "undefined";
  if (node.type === "UnaryExpression") return node.operator === "-" && isLiteral(node.argument);
  if (node.type === "ArrayExpression") return parts(node.elements).every(isLiteral);
  if (node.type !== "ObjectExpression") return false;
  return parts(node.properties).every((property) => isNode(property) && isLiteral(property.value));
}

function variableOf(declaration: SyntaxNode): string | undefined {
  if (declaration.type !== "VariableDeclaration" || !Array.isArray(declaration.declarations))
    return undefined;
  const [first] = declaration.declarations;
  return isNode(first) && isNode(first.id) && first.id.type === "Identifier"
    ? String(first.id.name)
    : undefined;
}
