import { isNode, place, type SourceFile, type SyntaxNode } from "./source.ts";

type Finding = [node: SyntaxNode, reason: string];

const declarations = [
  "ExportAllDeclaration",
  "FunctionDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSDeclareFunction",
];
const knownNames = ["undefined", "Infinity", "NaN", "Error"];

/** Empty collections have no effect, so every bundler drops them where they are unused. */
const harmlessConstructors = ["Map", "Set", "WeakMap", "WeakSet"];

/**
 * What a file does at module level besides declaring functions, classes, types and literals: each such statement
 * stays in a consumer's bundle, or runs before anybody called anything.
 */
export function moduleLevelFindings(file: SourceFile): string[] {
  const declared = declaredNames(file.body);
  const findings = file.body.flatMap((statement) => [...inStatement(statement)]);
  return findings.map(([node, reason]) => `${place(file, node)} ${reason}`);

  function* inStatement(node: SyntaxNode): Generator<Finding> {
    // `declare` is for the type checker only.
    if (declarations.includes(node.type) || node.declare === true) return;
    if (node.type === "ImportDeclaration") {
      if (nodes(node.specifiers).length === 0) yield [node, "imports a module for its effects"];
    } else if (node.type === "ExportNamedDeclaration") {
      if (isNode(node.declaration)) yield* inStatement(node.declaration);
    } else if (node.type === "VariableDeclaration") {
      for (const declarator of nodes(node.declarations)) yield* inDeclarator(declarator);
    } else if (node.type === "ClassDeclaration") {
      yield* inClass(node);
    } else {
      yield [node, `runs a statement (${node.type})`];
    }
  }

  function* inDeclarator(node: SyntaxNode): Generator<Finding> {
    if (!isNode(node.id) || node.id.type !== "Identifier") yield [node, "destructures"];
    yield* inValues(node.init);
  }

  function* inClass(node: SyntaxNode): Generator<Finding> {
    yield* inValues(node.superClass);
    for (const member of isNode(node.body) ? nodes(node.body.body) : []) {
      if (member.type === "StaticBlock") yield [member, "has a static block"];
      if (member.computed && !isWellKnownSymbol(member.key)) yield* inValues(member.key);
      if (member.static && member.type === "PropertyDefinition") yield* inValues(member.value);
    }
  }

  function* inValues(...values: unknown[]): Generator<Finding> {
    for (const value of values.flat()) if (isNode(value)) yield* inValue(value);
  }

  function* inValue(node: SyntaxNode): Generator<Finding> {
    switch (node.type) {
      case "Literal":
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        return;
      case "ClassExpression":
        return yield* inClass(node);
      case "Identifier":
        if (!declared.has(String(node.name))) yield [node, `touches the global ${node.name}`];
        return;
      case "TemplateLiteral":
        // What it is made of may have a method that esbuild would not run otherwise: it stays in every bundle.
        if (nodes(node.expressions).length > 0) yield [node, "puts a text together"];
        return;
      case "ArrayExpression":
        return yield* inValues(node.elements);
      case "ObjectExpression":
        return yield* inValues(node.properties);
      case "Property":
        if (node.computed) yield [node, "computes a key"];
        return yield* inValues(node.value);
      case "SpreadElement":
        return yield [node, "spreads"];
      case "UnaryExpression":
        return yield* inValues(node.argument);
      case "BinaryExpression":
      case "LogicalExpression":
        return yield* inValues(node.left, node.right);
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "ParenthesizedExpression":
        return yield* inValues(node.expression);
      case "CallExpression":
      case "NewExpression":
        // esbuild keeps a call without the mark, also one nested in a call that has it.
        if (!isHarmless(node) && !isMarkedPure(node)) yield [node, "calls something without a PURE mark"];
        return yield* inValues(node.arguments);
      default:
        yield [node, `evaluates something (${node.type})`];
    }
  }

  function isMarkedPure(node: SyntaxNode): boolean {
    return file.comments.some(
      ({ value, start, end }) =>
        /^\s*[@#]__PURE__\s*$/.test(value) &&
        start < node.start &&
        file.text.slice(end, node.start).trim() === "",
    );
  }
}

function isHarmless(node: SyntaxNode): boolean {
  const callee = isNode(node.callee) ? String(node.callee.name) : "";
  return (
    node.type === "NewExpression" &&
    harmlessConstructors.includes(callee) &&
    nodes(node.arguments).length === 0
  );
}

function declaredNames(body: readonly SyntaxNode[]): Set<string> {
  const names = new Set(knownNames);
  for (const statement of body) {
    const node = isNode(statement.declaration) ? statement.declaration : statement;
    for (const part of [node, ...nodes(node.declarations), ...nodes(node.specifiers)]) {
      const id = part.id ?? part.local;
      if (isNode(id) && typeof id.name === "string") names.add(id.name);
    }
  }
  return names;
}

function isWellKnownSymbol(node: unknown): boolean {
  return (
    isNode(node) && node.type === "MemberExpression" && isNode(node.object) && node.object.name === "Symbol"
  );
}

function nodes(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
