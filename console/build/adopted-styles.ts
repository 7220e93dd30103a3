import type { Plugin } from "vite";

const condition = "!root.head && root.adoptedStyleSheets";

/**
 * Lets the style module of the editor adopt its sheets in documents, too, as it does in shadow roots: it would write
 * `<style>` elements otherwise, which the policy forbids.
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
