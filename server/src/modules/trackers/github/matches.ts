import { oneLine } from "../text.ts";
import type { Field, Item, ItemPart, RemoteItem } from "../tracker.ts";
import { isHalfWrittenEffort } from "./items/labels.ts";
import { bareText, renderBody, renderTitle } from "./text/body.ts";

/** Returns the fields as they read after a write. */
function fieldsOfItem(item: Item): RemoteItem["fields"] {
  return {
    title: renderTitle(item),
    text: bareText(renderBody(item).body),
    effort: item.kind === "container" ? "" : String(item.effort ?? ""),
  };
}

/** Compares by meaning: GitHub may strip white space in titles. */
export function matches(remote: RemoteItem, item: Item, field: Field): boolean {
  const ours = fieldsOfItem(item)[field];
  const theirs = remote.fields[field];
  return field === "title" ? oneLine(ours) === oneLine(theirs) : ours === theirs;
}

/** Recognizes interrupted changes of an effort or a reason for closing. */
export function isHalfWritten(remote: RemoteItem, item: Item, part: ItemPart): boolean {
  if (part === "status") return item.status !== "TODO" && remote.status === "TODO";
  return part === "effort" && isHalfWrittenEffort(remote.fields.effort, fieldsOfItem(item).effort);
}
