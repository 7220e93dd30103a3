import type { Attributes } from "../markdown/state.ts";

export interface Page {
  title: string | null;
  /** This is what its links start from, if it says so. */
  base: string | null;
  /** This says how deep its elements are nested. */
  depth: number;
  /** This is true if something is around its article: a menu, a header, a footer. */
  hasSurroundings: boolean;
  /** This is true if it has scripts that may make its text. */
  hasScripts: boolean;
}

/** Returns a scanner that looks over a page while it is read. */
export function pageScanner() {
  const page: Page = {
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
