import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const place = 'href="/mark.svg"';

/** Inlines the mark, since a file would take one of the six connections. */
export const markInPage: Plugin = {
  name: "mark-in-page",
  transformIndexHtml: {
    order: "pre",
    handler(html) {
      if (!html.includes(place)) throw new Error("The page names no mark.");
      const mark = readFileSync(join(import.meta.dirname, "mark.svg"), "utf8").trim();
      return html.replace(place, `href="data:image/svg+xml,${encodeURIComponent(mark)}"`);
    },
  },
};
