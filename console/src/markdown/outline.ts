import type { Element, Root } from "hast";
import { textOf } from "./nodes.ts";

/** A heading with an id. */
export interface OutlineEntry {
  id: string;
  words: string;
  /** From 0, relative to the highest. */
  depth: number;
}

/** Fewer headings need no outline. */
const fewest = 3;
/** Of more headings only the higher ones are listed. */
const most = 60;
/** The longest entry, in characters. */
const longest = 100;

/** Puts the place of an outline before the text, hidden until it is drawn (`components/text/outline.tsx`). */
export function outline(tree: Root, headings: readonly Element[]): void {
  const named = headings.flatMap((heading) => {
    const words = textOf(heading).trim();
    const { id } = heading.properties;
    return typeof id === "string" && words !== ""
      ? [{ id, words, depth: Number(heading.tagName.slice(1)) }]
      : [];
  });
  if (named.length < fewest) return;
  const levels = [...new Set(named.map(({ depth }) => depth))].sort((a, b) => a - b);
  const countTo = (level: number) => named.filter(({ depth }) => depth <= level).length;
  const deepest = levels.findLast((level) => countTo(level) <= most) ?? levels[0];
  const entries = named
    .filter(({ depth }) => depth <= (deepest ?? 0))
    .slice(0, most)
    .map(
      ({ id, words, depth }): OutlineEntry => ({
        id,
        words: words.slice(0, longest),
        depth: levels.indexOf(depth),
      }),
    );
  const properties = { hidden: true, dataOutline: JSON.stringify(entries) };
  tree.children.unshift({ type: "element", tagName: "nav", properties, children: [] });
}
