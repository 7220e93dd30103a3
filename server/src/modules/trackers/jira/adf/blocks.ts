import type { Block, BulletList, ContentOf, Inline, ListItem, OrderedList, Parent } from "./adf.ts";
import { may } from "./allowed.ts";
import { take, takeInline } from "./budget.ts";
import { boxOf, isTaskList } from "./checkboxes.ts";
import { codeOf, writeCode } from "./code.ts";
import { writeInline } from "./inline.ts";
import { dashes, htmlLine, linesOf, startOf } from "./lines.ts";
import type { Source } from "./parse.ts";
import { isWide, tableLines, writeTable } from "./tables.ts";
import { writeTasks } from "./tasks.ts";
import { noteNumber, type Writer } from "./writer.ts";

/** The limit of Jira's editor. */
const mostLists = 6;

/** Writes children while the budget lasts. `levels` is the remaining list depth. */
export function writeBlocks<P extends Parent>(
  writer: Writer,
  blocks: Source[],
  parent: P,
  levels = mostLists,
): ContentOf<P>[] {
  const content: ContentOf<P>[] = [];
  for (const block of blocks) {
    if (writer.budget.isSpent) break;
    for (const node of writeBlock(writer, block, parent, levels)) if (fits(parent, node)) content.push(node);
  }
  return content;
}

function fits<P extends Parent>(parent: P, node: Block): node is ContentOf<P> {
  return may(parent, node.type);
}

function writeBlock(writer: Writer, block: Source, parent: Parent, levels: number): Block[] {
  const { token, inside, text } = block;
  switch (token.type) {
    case "heading_open":
      return writeHeading(writer, block, parent);
    case "bullet_list_open":
    case "ordered_list_open":
      return writeAnyList(writer, block, parent, levels);
    case "blockquote_open":
      return writeQuote(writer, inside, parent, levels);
    case "fence":
    case "code_block":
      return present(writeCode(writer, codeOf(block), token.info));
    case "table_open":
      return writeAnyTable(writer, block, parent);
    case "hr":
      return writeRule(writer, parent);
    case "html_block":
      return paragraphOf(writer, htmlLine(writer, block));
    case "footnote_open":
      return writeNote(writer, block, parent, levels);
    default:
      return paragraphOf(writer, writeInline(writer, text));
  }
}

function present(node: Block | null): Block[] {
  return node ? [node] : [];
}

function paragraphOf(writer: Writer, inline: Inline[]): Block[] {
  const content = inline.length > 0 ? takeInline(writer.budget, inline) : null;
  return content ? [{ type: "paragraph", content }] : [];
}

function writeHeading(writer: Writer, { token, text }: Source, parent: Parent): Block[] {
  if (!may(parent, "heading")) {
    writer.degraded.add("headings in lists and quotes became bold text");
    return paragraphOf(writer, writeInline(writer, text, true));
  }
  const content = takeInline(writer.budget, writeInline(writer, text));
  return content ? [{ type: "heading", attrs: { level: Number(token.tag.slice(1)) }, content }] : [];
}

function writeRule(writer: Writer, parent: Parent): Block[] {
  if (may(parent, "rule")) return take(writer.budget, 1) ? [{ type: "rule" }] : [];
  writer.degraded.add("rules in lists and quotes became dashes");
  return paragraphOf(writer, [{ type: "text", text: dashes }]);
}

function writeAnyTable(writer: Writer, table: Source, parent: Parent): Block[] {
  if (may(parent, "table") && !isWide(table)) return present(writeTable(writer, table));
  writer.degraded.add(isWide(table) ? "wide tables became code" : "tables in lists and quotes became code");
  return present(writeCode(writer, tableLines(table).join("\n")));
}

function writeQuote(writer: Writer, inside: Source[], parent: Parent, levels: number): Block[] {
  if (!may(parent, "blockquote")) {
    writer.degraded.add("quotes in lists and quotes became paragraphs");
    return writeBlocks(writer, inside, parent, levels);
  }
  const content = writeBlocks(writer, inside, "blockquote", levels);
  return content.length > 0 ? [{ type: "blockquote", content }] : [];
}

function writeAnyList(writer: Writer, list: Source, parent: Parent, levels: number): Block[] {
  if (levels === 0) {
    writer.degraded.add("lists below the sixth level became paragraphs");
    return writeLines(writer, list);
  }
  if (isTaskList(list) && may(parent, "taskList")) return present(writeTasks(writer, list, levels));
  return present(writeList(writer, list, levels));
}

function writeLines(writer: Writer, list: Source): Block[] {
  const content: Block[] = [];
  for (const line of linesOf(writer, [list])) {
    content.push(...paragraphOf(writer, line));
    if (writer.budget.isSpent) break;
  }
  return content;
}

function writeList(writer: Writer, list: Source, levels: number): BulletList | OrderedList | null {
  const content: ListItem[] = [];
  for (const item of list.inside) {
    if (writer.budget.isSpent) break;
    if (boxOf(item)) writer.degraded.add("check boxes in quotes and in other lists became text");
    const blocks = writeBlocks(writer, item.inside, "listItem", levels - 1);
    // Older editors don't accept a list as first child.
    const isLead = blocks[0]?.type === "paragraph" || blocks[0]?.type === "codeBlock";
    if (blocks.length === 0 && !take(writer.budget, 1)) break;
    if (!isLead) blocks.unshift({ type: "paragraph", content: [] });
    content.push({ type: "listItem", content: blocks });
  }
  if (content.length === 0) return null;
  if (list.token.type === "bullet_list_open") return { type: "bulletList", content };
  return { type: "orderedList", attrs: { order: startOf(list) }, content };
}

/** Keeps nested footnotes in place; top-level ones go to the end. */
function writeNote(writer: Writer, note: Source, parent: Parent, levels: number): Block[] {
  const label = note.token.content;
  if (parent !== "doc") return writeNoteHere(writer, label, note.inside, parent, levels);
  const key = label.toLowerCase();
  const known = writer.noteBlocks.get(key);
  if (known) for (const each of note.inside) known.push(each);
  else writer.noteBlocks.set(key, note.inside);
  return [];
}

/** Writes blocks as in a list item, which fit any parent, except task lists in quotes. */
function writeNoteHere(
  writer: Writer,
  label: string,
  inside: Source[],
  parent: "blockquote" | "listItem",
  levels: number,
): ContentOf<"listItem">[] {
  const mark: Inline = { type: "text", text: `[${noteNumber(writer, label)}] ` };
  if (!take(writer.budget, mark.text.length + 1)) return [];
  const [first, ...others] = writeBlocks(writer, inside, parent, levels);
  if (first?.type === "paragraph") return [{ ...first, content: [mark, ...first.content] }, ...others];
  return [{ type: "paragraph", content: [mark] }, ...(first ? [first] : []), ...others];
}

export function writeNotes(writer: Writer): ContentOf<"doc">[] {
  const labels = [...writer.noteBlocks.keys()];
  if (labels.length === 0) return [];
  writer.degraded.add("footnotes became a list at the end");
  for (const label of labels) noteNumber(writer, label);
  const content: ListItem[] = [];
  for (const label of labels.sort((a, b) => noteNumber(writer, a) - noteNumber(writer, b))) {
    const blocks = writeNoteHere(
      writer,
      label,
      writer.noteBlocks.get(label) ?? [],
      "listItem",
      mostLists - 1,
    );
    if (blocks.length > 0) content.push({ type: "listItem", content: blocks });
  }
  return content.length > 0 ? [{ type: "bulletList", content }] : [];
}
