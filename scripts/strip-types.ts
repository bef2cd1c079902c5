import type { Plugin } from "rollup";
import { transformWithOxc } from "vite";

/** A rollup plugin that takes the types out of `.ts` files and keeps their comments, and so the PURE marks. */
export function stripTypes(): Plugin {
  return {
    name: "strip-types",
    async transform(code, id) {
      if (!id.endsWith(".ts")) return null;
      const options = { target: "esnext", sourcemap: false, typescript: { onlyRemoveTypeImports: true } };
      return { code: (await transformWithOxc(code, id, options)).code, map: null };
    },
  };
}
