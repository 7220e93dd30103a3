import type { allowed } from "./allowed.ts";

// The subset of `@atlaskit/adf-schema`, full.json, that we write.

export type Mark =
  | { type: "strong" | "em" | "strike" | "code" }
  | { type: "subsup"; attrs: { type: "sub" | "sup" } }
  | { type: "link"; attrs: { href: string } };

export interface Text {
  type: "text";
  /** Never empty. */
  text: string;
  /** Each type once; only `link` may accompany `code`. */
  marks?: Mark[];
}

export type Inline = Text | { type: "hardBreak" };

export interface Paragraph {
  type: "paragraph";
  content: Inline[];
}

export interface Heading {
  type: "heading";
  attrs: { level: number };
  content: Inline[];
}

export interface CodeBlock {
  type: "codeBlock";
  attrs?: { language: string };
  content: { type: "text"; text: string }[];
}

export interface ListItem {
  type: "listItem";
  content: ContentOf<"listItem">[];
}

export interface BulletList {
  type: "bulletList";
  content: ListItem[];
}

export interface OrderedList {
  type: "orderedList";
  attrs: { order: number };
  content: ListItem[];
}

export interface TaskItem {
  type: "taskItem";
  attrs: { localId: string; state: "TODO" | "DONE" };
  content: Inline[];
}

export interface TaskList {
  type: "taskList";
  attrs: { localId: string };
  content: (TaskItem | TaskList)[];
}

export interface Blockquote {
  type: "blockquote";
  content: ContentOf<"blockquote">[];
}

export interface TableCell {
  type: "tableHeader" | "tableCell";
  content: Paragraph[];
}

export interface TableRow {
  type: "tableRow";
  content: TableCell[];
}

export interface Table {
  type: "table";
  content: TableRow[];
}

export type Block =
  | Paragraph
  | Heading
  | CodeBlock
  | BulletList
  | OrderedList
  | TaskList
  | Blockquote
  | Table
  | { type: "rule" };

export type Parent = keyof typeof allowed;

export type ContentOf<P extends Parent> = Extract<Block, { type: (typeof allowed)[P][number] }>;

export interface AdfDocument {
  version: 1;
  type: "doc";
  content: ContentOf<"doc">[];
}
