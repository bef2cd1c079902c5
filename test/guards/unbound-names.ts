import { isNode, type SyntaxNode } from "./source.ts";

/** Children that are names of properties and not of variables, unless they are computed. */
const labels: Record<string, string> = {
  MemberExpression: "property",
  Property: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
  TSPropertySignature: "key",
  TSMethodSignature: "key",
  TSQualifiedName: "right",
};

/** Children that bind the names in them. */
const bindings: Record<string, string> = {
  VariableDeclarator: "id",
  FunctionDeclaration: "id",
  FunctionExpression: "id",
  ClassDeclaration: "id",
  CatchClause: "param",
  TSInterfaceDeclaration: "id",
  TSTypeAliasDeclaration: "id",
  TSTypeParameter: "name",
};

/**
 * The names that a text uses and declares nowhere, in order of their first use. A name that is declared in one scope
 * and used in another counts as declared, which is all that short examples need.
 */
export function unboundNames(body: readonly SyntaxNode[]): string[] {
  const used = new Set<string>();
  const declared = new Set<string>();
  for (const statement of body) visit(statement, used);
  return [...used].filter((name) => !declared.has(name));

  function visit(value: unknown, into: Set<string>): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, into);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === "Identifier") {
      into.add(String(value.name));
      visit(value.typeAnnotation, used);
      return;
    }
    if (value.type === "ImportDeclaration") {
      for (const name of importedNames(value)) declared.add(name);
      return;
    }
    if (value.type === "AssignmentPattern") {
      visit(value.left, into);
      visit(value.right, used);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      if (labels[value.type] === key && !value.computed) continue;
      if (bindings[value.type] === key || key === "params") visit(child, declared);
      // A pattern holds its parts in properties, whose values bind as the pattern does.
      else visit(child, isPatternPart(value) ? into : used);
    }
  }
}

/** The names by which a file calls what an import statement brings. */
export function importedNames(statement: SyntaxNode): string[] {
  const specifiers = Array.isArray(statement.specifiers) ? statement.specifiers.filter(isNode) : [];
  return specifiers.flatMap(({ local }) => (isNode(local) ? [String(local.name)] : []));
}

function isPatternPart({ type }: SyntaxNode): boolean {
  return ["ObjectPattern", "ArrayPattern", "Property", "RestElement", "TSParameterProperty"].includes(type);
}
