import { parseAst } from "vite";
import { isNode, type SyntaxNode, walk } from "./source.ts";

/** Names of Node and of code generation that no page with a strict policy, no Worker and no extension offers. */
export const forbiddenNames: readonly string[] = [
  "process",
  "Buffer",
  "require",
  "eval",
  "Function",
  "__dirname",
  "global",
];
const globalObjects = ["globalThis", "self", "window"];

/**
 * The forbidden names that some JavaScript uses: as a name of its own or as a member of the global object, and
 * modules whose name starts with `node:`. Names of properties and texts do not count.
 */
export function forbiddenUses(code: string): string[] {
  const uses = new Set<string>();
  walk(parseAst(code).body, (node, parent) => {
    const name = String(node.name);
    if (node.type === "Identifier" && forbiddenNames.includes(name) && isUse(node, parent)) uses.add(name);
    if (node.type === "Literal" && String(node.value).startsWith("node:")) uses.add(String(node.value));
  });
  return [...uses].sort();
}

function isUse(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent?.type === "MemberExpression" && parent.property === node && !parent.computed) {
    return isNode(parent.object) && globalObjects.includes(String(parent.object.name));
  }
  const named = ["Property", "MethodDefinition", "PropertyDefinition", "ExportSpecifier", "ImportSpecifier"];
  return !(
    parent &&
    named.includes(parent.type) &&
    parent.value !== node &&
    parent.local !== node &&
    !parent.computed
  );
}
