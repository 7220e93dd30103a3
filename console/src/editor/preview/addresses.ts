import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "../items.ts";

/** Returns a link's address as written, or null without one. */
export function addressOf(state: EditorState, node: SyntaxNode): string | null {
  const url = node.name === "URL" ? node : node.getChild("URL");
  if (!url) return null;
  const written = state.sliceDoc(url.from, url.to);
  return written.startsWith("<") ? written.slice(1, -1) : written;
}

/** Returns the address to open for the link at a place, or null without a safe one. */
export function linkAt(state: EditorState, place: number): string | null {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(place, side);
    while (node && !/^(Link|Image|Autolink|URL)$/.test(node.name)) node = node.parent;
    const outer = node?.parent && /^(Link|Image|Autolink)$/.test(node.parent.name) ? node.parent : node;
    const address = outer && addressOf(state, outer);
    if (address) return safeAddress(address);
  }
  return null;
}

/** Refuses scripts and everything else but pages and mail. */
export function safeAddress(written: string): string | null {
  const named = /^www\./i.test(written)
    ? `https://${written}`
    : /^[^\s/:?#]+@[^\s/:?#]+$/.test(written)
      ? `mailto:${written}`
      : written;
  const url = URL.parse(named, globalThis.document?.baseURI);
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
