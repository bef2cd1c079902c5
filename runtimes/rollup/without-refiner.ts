/** The modules of this package that nothing but a compilation needs, as they are built and as sources: what each exports. */
const MODULES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["ask-refiner", "askRefiner"],
  ["single-flight", "compileOnce"],
]);

/** Puts a refusal in the place of a module that calls refiners. `null` for every other one. */
export function withoutRefiner(code: string, id: string): { code: string; map: null } | null {
  const [, name = ""] = /[\\/](?:chunks|refine)[\\/]([a-z-]+)\.[jt]s(?:\?|$)/.exec(id) ?? [];
  const exported = MODULES.get(name);
  if (exported === undefined || !code.includes(exported)) return null;
  const message = "This page was built without a refiner, by promptPlugin({ frozen: true }).";
  return { code: `export async function ${exported}() { throw new Error("${message}"); }\n`, map: null };
}
