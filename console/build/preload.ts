import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const own = fileURLToPath(new URL("../src/base/preload-helper.ts", import.meta.url));

/** Replaces Vite's function around each `import()` with ours, which can be tried again after a failed download. */
export const preload: Plugin = {
  name: "preload",
  enforce: "pre",
  resolveId: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: () => own },
};

/** Already loaded; listing them for each lazy chunk only adds bytes. */
const loaded = /\/(rolldown-runtime|console|libraries|start)-/;

/** Returns the files that an import needs, its own among them. */
export const filesOfImport = (file: string, files: string[]): string[] =>
  [...new Set([file, ...files])].filter((one) => !loaded.test(one));
