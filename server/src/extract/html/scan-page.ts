import type { Attributes } from "../markdown/state.ts";

export interface ScannedPage {
  title: string | null;
  /** Its `<base>` address, if any. */
  base: string | null;
  /** Nesting depth of its elements. */
  depth: number;
  /** True if the article has a menu, header or footer around it. */
  hasSurroundings: boolean;
  /** True if scripts may generate its text. */
  hasScripts: boolean;
}

/** Returns a scanner that inspects a page while it is parsed. */
export function pageScanner() {
  const page: ScannedPage = {
    title: null,
    base: null,
    depth: 0,
    hasSurroundings: false,
    hasScripts: false,
  };
  let depth = 0;
  let title: string | null = null;
  return {
    page,
    open(name: string, { type = "text/javascript", role, href }: Attributes): void {
      page.depth = Math.max(page.depth, ++depth);
      if (name === "title") title ??= "";
      if (name === "base") page.base ??= href ?? null;
      if (name === "script" && /javascript|module/i.test(type)) page.hasScripts = true;
      if (/^(?:nav|aside|header|footer|main)$/.test(name) || role === "navigation")
        page.hasSurroundings = true;
    },
    text(text: string): void {
      if (title !== null && page.title === null) title += text;
    },
    close(name: string): void {
      depth--;
      if (name === "title" && title !== null) page.title ??= title.trim() || null;
    },
  };
}
