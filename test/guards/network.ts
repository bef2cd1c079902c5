import { isNode, place, type SourceFile, walk } from "./source.ts";

/** The guarded fetch, and what asks services whose addresses the application's own settings give. */
const transports = [/^src\/net\//, /^src\/providers\/[a-z-]+\/transport\.ts$/];
const networkNames = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"];

/** Where a file reaches the network by itself instead of through the one guarded place. */
export function networkFindings(file: SourceFile): string[] {
  if (transports.some((pattern) => pattern.test(file.path))) return [];
  const findings: string[] = [];
  const bound = boundNames(file);
  walk(file.body, (node) => {
    const callee = isNode(node.callee) ? node.callee : undefined;
    const isGlobalMember =
      node.type === "MemberExpression" && isNode(node.object) && node.object.name === "globalThis";
    const member = isGlobalMember && isNode(node.property) ? String(node.property.name) : "";
    const called =
      callee?.type === "Identifier" && !bound.has(String(callee.name)) ? String(callee.name) : "";
    const name = networkNames.find((known) => known === member || known === called);
    if (name) findings.push(`${place(file, node)} uses ${name}; outbound requests go through src/net`);
  });
  return findings;
}

/** Names that the file itself gives to something: variables, parameters and parts that it takes out of objects. */
function boundNames(file: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file.body, (node) => {
    const params = Array.isArray(node.params) ? node.params : [];
    const binding =
      node.type === "VariableDeclarator" || node.type.startsWith("Import") ? [node.id, node.local] : [];
    for (const part of [...params, ...binding]) {
      walk(part, (inner) => {
        if (inner.type === "Identifier") names.add(String(inner.name));
      });
    }
  });
  return names;
}
