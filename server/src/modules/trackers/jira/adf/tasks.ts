import type { Inline, TaskList } from "./adf.ts";
import { sizeOf, takeInline } from "./budget.ts";
import { boxOf, isTaskList } from "./checkboxes.ts";
import { writeInline } from "./inline.ts";
import { linesOf } from "./lines.ts";
import type { Source } from "./parse.ts";
import { nextId, type Writer } from "./writer.ts";

/**
 * Turns content after an item's first paragraph into lines, as items hold no blocks. A trailing task list
 * becomes the item's sibling.
 */
export function writeTasks(writer: Writer, list: Source, levels: number): TaskList | null {
  const localId = nextId(writer);
  const content: TaskList["content"] = [];
  for (const item of list.inside) {
    const box = boxOf(item);
    if (writer.budget.isSpent || !box) break;
    const last = item.inside.at(-1);
    const nested = last && levels > 1 && isTaskList(last) ? last : null;
    const others = item.inside.slice(1, nested ? -1 : undefined);
    if (others.length > 0) writer.degraded.add("what stood below check boxes became lines of text");
    const taken = takeInline(writer.budget, withLines(writer, writeInline(writer, box.text), others));
    if (taken === null) break;
    const state = box.isDone ? "DONE" : "TODO";
    content.push({ type: "taskItem", attrs: { localId: nextId(writer), state }, content: taken });
    const inner = nested ? writeTasks(writer, nested, levels - 1) : null;
    if (inner) content.push(inner);
  }
  return content.length > 0 ? { type: "taskList", attrs: { localId }, content } : null;
}

function withLines(writer: Writer, first: Inline[], blocks: Source[]): Inline[] {
  const content = [...first];
  let size = sizeOf(content);
  for (const line of linesOf(writer, blocks)) {
    content.push({ type: "hardBreak" });
    for (const node of line) content.push(node);
    size += sizeOf(line);
    if (size > writer.budget.most) break;
  }
  return content;
}
