import type { Root } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
import { type Handle, type Options, toMarkdown } from "mdast-util-to-markdown";
import { cleaned } from "./clean.ts";
import { isCopiedCode } from "./code.ts";
import { type Content, isElement } from "./elements.ts";
import { markBegins, markEnds, type Picture } from "./images.ts";
import { parseHtml } from "./parse-html.ts";
import { longestHtml, type Pasted } from "./pasted.ts";
import { makeWordLists } from "./word-lists.ts";

/** Characters. */
const longestMarkdown = 1_000_000;

/** Returns pasted HTML as Markdown; null if its plain text says as much, or if it is too long. */
export function htmlToMarkdown(html: string): Pasted | null {
  if (html.length > longestHtml) return null;
  const root = parseHtml(html);
  if (isCopiedCode(root)) return null;
  root.children = makeWordLists(root.children) as Root["children"];
  const pictures: Picture[] = [];
  const content = cleaned(root, pictures);
  if (pictures.length === 0 && !content.some(isFormatted)) return null;
  const tree = toMdast({ type: "root", children: content });
  if (tree.type !== "root") return null;
  joinCode(tree);
  const written = toMarkdown(tree, style).trim();
  return written.length > longestMarkdown ? null : withPictures(written, pictures);
}

const isFormatted = (node: Content): boolean =>
  isElement(node) && (!["p", "br"].includes(node.tagName) || (node.children as Content[]).some(isFormatted));

type Nodes = ReturnType<typeof toMdast>;

/** Joins neighbouring code, whose marks would run into each other. */
function joinCode({ children }: { children: Nodes[] }): void {
  for (let index = 0; index < children.length; index++) {
    const node = children[index];
    const next = children[index + 1];
    if (node?.type === "inlineCode" && next?.type === "inlineCode") {
      node.value += next.value;
      children.splice(index + 1, 1);
      index--;
    } else if (node && "children" in node) joinCode(node);
  }
}

/** An underscore within a word is no mark, and needs no backslash. */
const words: Handle = ({ value }: { value: string }, _parent, state, info) =>
  state.safe(value, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_");

const style: Options = {
  bullet: "-",
  rule: "-",
  fences: true,
  listItemIndent: "one",
  handlers: { text: words },
  extensions: [
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmTaskListItemToMarkdown(),
  ],
};

/** Replaces the marks of pictures by their places. */
function withPictures(marked: string, pictures: readonly Picture[]): Pasted {
  const placed: Pasted["pictures"] = [];
  let markdown = "";
  for (const [index, part] of marked.split(new RegExp(`${markBegins}(\\d+)${markEnds}`)).entries()) {
    const picture = index % 2 === 1 ? pictures[Number(part)] : undefined;
    if (picture)
      placed.push({ at: markdown.length, bytes: picture.bytes, type: picture.type, name: picture.name });
    else markdown += part;
  }
  return { markdown, pictures: placed };
}
