import type { Plugin } from "vite";

const condition = "!root.head && root.adoptedStyleSheets";

/**
 * Makes the editor's style module adopt sheets in documents too; it would otherwise write `<style>` elements,
 * which the CSP forbids.
 */
export const adoptedStyles: Plugin = {
  name: "adopted-styles",
  transform: {
    filter: { id: /\/style-mod\// },
    handler(code) {
      if (!code.includes(condition))
        throw new Error("style-mod has changed: look at how it mounts its sheets.");
      return { code: code.replace(condition, "root.adoptedStyleSheets"), map: null };
    },
  },
};
