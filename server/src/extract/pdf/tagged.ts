import { writeMarkdown } from "../markdown/write-markdown.ts";
import { type LevelOf, linesOf, pageMarkdown } from "./lines.ts";
import { directionOf, inReadingOrder } from "./right-to-left.ts";
import type { Run } from "./run.ts";

/** An element of a tagged page's structure, or a text with an `id`. */
export interface Element {
  role?: string;
  children?: readonly Element[];
  type?: string;
  id?: string;
}

/** A run of text, or a mark around runs. */
export type Marked = Run & { type?: string; id?: string };

/** HTML tags by role; "" for inline roles. Others are blocks. */
const tags: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  H: "h2",
  Title: "h1",
  L: "ul",
  ...Object.fromEntries(
    "NonStruct Span Link Annot Em Strong Quote Code Reference Lbl Ruby Formula Figure Form"
      .split(" ")
      .map((role) => [role, ""]),
  ),
  ...Object.fromEntries(
    "H1 H2 H3 H4 H5 H6 LI Table TR TH TD THead Caption BlockQuote"
      .split(" ")
      .map((role) => [role, role.toLowerCase()]),
  ),
};

/**
 * Writes a page by its tags, in reading order, with untagged text last. Returns `null` if most of the text is
 * untagged.
 */
export function taggedMarkdown(tree: Element, items: readonly Marked[], level: LevelOf): string | null {
  const runs = runsOf(items);
  const written = new Set<string>();
  const writer = writeMarkdown();
  const direction = directionOf(items);
  let last: Run | null = null;

  const contentOf = (element: Element): Run[] =>
    element.type === "content"
      ? (runs.get(element.id ?? "") ?? [])
      : (element.children ?? []).flatMap(contentOf);
  const textOf = (element: Element) =>
    contentOf(element)
      .map(({ str = "" }) => str)
      .join("")
      .trim();
  const pass = ({ id, children = [] }: Element) => {
    if (id) written.add(id);
    for (const child of children) pass(child);
  };
  const writeContent = (id: string) => {
    if (written.has(id)) return;
    written.add(id);
    for (const run of inReadingOrder(runs.get(id) ?? [], direction)) {
      if (last && isApart(last, run)) writer.text(" ");
      writer.text(run.str ?? "");
      last = run;
    }
  };
  /** Returns an element's tag and attributes; "" for an inline one. */
  const tagOf = (element: Element): [string, Record<string, string>?] => {
    const { role = "", children = [] } = element;
    const tag = role === "" ? "" : (tags[role] ?? "div");
    if (tag === "table") return [tag, { role: "table" }];
    if (tag === "ul") {
      const label = children[0]?.children?.find((child) => child.role === "Lbl");
      const number = /^(\d{1,9})[.)]?$/.exec(label ? textOf(label) : "")?.[1];
      return number ? ["ol", { start: number }] : ["ul"];
    }
    if (role !== "P") return [tag];
    const size = Math.max(0, ...contentOf(element).map(({ height = 0 }) => Math.round(height * 10) / 10));
    const heading = level({ text: textOf(element), size, left: 0, isApart: true });
    return [heading === null ? "p" : `h${heading}`];
  };
  const write = (element: Element, around = ""): void => {
    if (element.type === "content") writeContent(element.id ?? "");
    if (around === "LI" && element.role === "Lbl" && isMarker(textOf(element))) pass(element);
    const [tag, attributes] = tagOf(element);
    if (tag) writer.open(tag, attributes);
    for (const child of element.children ?? []) write(child, element.role);
    if (tag) writer.close();
  };
  write(tree);

  const left = [...runs].flatMap(([id, own]) => (written.has(id) ? [] : own));
  const all = [...runs.values()].flat();
  if (characters(left) * 2 > characters(all)) return null;
  return [writer.end().text, pageMarkdown(linesOf(left), level)].filter(Boolean).join("\n\n");
}

/** A bullet or number, which markdown writes itself. */
const isMarker = (label: string) => /^(?:[^\p{L}\p{N}]*|\d{1,9}[.)]?)$/u.test(label);

const characters = (runs: readonly Run[]) => runs.reduce((sum, { str = "" }) => sum + str.trim().length, 0);

/** Groups runs by their mark; "" for those without. */
function runsOf(items: readonly Marked[]): Map<string, Run[]> {
  const runs = new Map<string, Run[]>();
  const around: string[] = [];
  for (const item of items) {
    if (item.type?.startsWith("begin")) around.push(item.id ?? around.at(-1) ?? "");
    else if (item.type === "endMarkedContent") around.pop();
    else {
      const id = around.at(-1) ?? "";
      const known = runs.get(id);
      if (known) known.push(item);
      else runs.set(id, [item]);
    }
  }
  return runs;
}

/** Tests for a gap or line break between two runs. */
function isApart(before: Run, { transform = [], height = 0 }: Run): boolean {
  const [fromX = 0, fromY = 0] = before.transform?.slice(4) ?? [];
  const [x = 0, y = 0] = transform.slice(4);
  const size = Math.max(height, before.height ?? 0, 1);
  return (
    before.hasEOL === true || Math.abs(fromY - y) > size * 0.5 || x - fromX - (before.width ?? 0) > size * 0.2
  );
}
