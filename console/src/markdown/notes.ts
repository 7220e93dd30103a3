import type { Element, ElementContent, Root, RootContent } from "hast";

type Parent = Root | Element;

/** Elements that a note may follow. */
const blocks = /^(?:p|h[1-6]|pre|table|li|ul|ol|blockquote|section|hr)$/;
/** Elements that may contain notes. */
const holders = /^(?:li|blockquote|section)$/;

const isElement = (node: RootContent): node is Element => node.type === "element";
const isBlock = (node: RootContent): node is Element => isElement(node) && blocks.test(node.tagName);
const isNote = (node: RootContent | undefined) => node?.type === "element" && "data-note" in node.properties;

/**
 * Returns a copy with a note slot per line, after the smallest block with it and before nested blocks. Hidden
 * lines get none.
 */
export function withNotes(tree: Root, lines: readonly number[]): Root {
  let noted = tree;
  for (const line of new Set([...lines].sort((a, b) => a - b))) noted = noteBelow(noted, line) ?? noted;
  return noted;
}

/** Returns a copy with the note; null if no block has the line. */
function noteBelow<Of extends Parent>(parent: Of, line: number): Of | null {
  const children = parent.children as RootContent[];
  const index = children.findIndex((child) => isBlock(child) && has(child, line));
  const child = children[index];
  if (!child || !isBlock(child)) return null;
  const inside = noteBelow(child, line) ?? (holders.test(child.tagName) ? noteIn(child, line) : null);
  if (inside) return withChildren(parent, children.with(index, inside));
  return /^[ou]l$/.test("tagName" in parent ? parent.tagName : "")
    ? null
    : withChildren(parent, inserted(children, index + 1, line));
}

/** Inserts the note before blocks of later lines. */
function noteIn(holder: Element, line: number): Element {
  const children = holder.children as RootContent[];
  const later = children.findIndex((child) => isBlock(child) && (child.position?.start.line ?? 0) > line);
  return withChildren(holder, inserted(children, later < 0 ? children.length : later, line));
}

/** Existing notes come first. */
function inserted(children: readonly RootContent[], at: number, line: number): RootContent[] {
  let index = at;
  while (isNote(children[index])) index++;
  const note: Element = { type: "element", tagName: "div", properties: { "data-note": line }, children: [] };
  return children.toSpliced(index, 0, note);
}

const has = ({ position }: Element, line: number) =>
  position !== undefined && position.start.line <= line && line <= position.end.line;

const withChildren = <Of extends Parent>(parent: Of, children: RootContent[]): Of => ({
  ...parent,
  children: children as ElementContent[],
});
