import type { Element, Root, RootContent } from "hast";
import { isElement, textOf } from "./nodes.ts";

/** Dropped by GitHub from heading ids. */
const leftOut = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** Gives headings GitHub's ids, so that links to sections work, and returns them. */
export function nameHeadings(tree: Root): Element[] {
  const counts = new Map<string, number>();
  const headings = headingsOf(tree);
  for (const heading of headings) {
    if (heading.properties.id !== undefined) continue;
    const slug = textOf(heading).toLowerCase().replace(leftOut, "").replaceAll(" ", "-");
    let id = slug;
    for (let count = counts.get(slug) ?? 0; counts.has(id); counts.set(slug, count))
      id = `${slug}-${++count}`;
    counts.set(id, 0);
    if (id !== "") heading.properties.id = id;
  }
  return headings;
}

const headingsOf = (parent: Root | Element): Element[] =>
  (parent.children as RootContent[])
    .filter(isElement)
    .flatMap((child) => (/^h[1-6]$/.test(child.tagName) ? [child] : headingsOf(child)));
