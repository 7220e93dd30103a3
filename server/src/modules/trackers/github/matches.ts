import { oneLine } from "../text.ts";
import type { Field, Item, Part, RemoteItem } from "../tracker.ts";
import { isHalfWrittenEffort } from "./items/labels.ts";
import { bareText, renderBody, renderTitle } from "./text/body.ts";

/** Returns the fields as they read right after a write of this item. */
function fieldsOfItem(item: Item): RemoteItem["fields"] {
  return {
    title: renderTitle(item),
    text: bareText(renderBody(item).body),
    effort: item.kind === "container" ? "" : String(item.effort ?? ""),
  };
}

/** Returns true if GitHub's field matches ours. GitHub keeps texts but may strip white space in titles. */
export function matches(remote: RemoteItem, item: Item, field: Field): boolean {
  const ours = fieldsOfItem(item)[field];
  const theirs = remote.fields[field];
  return field === "title" ? oneLine(ours) === oneLine(theirs) : ours === theirs;
}

/** Returns true for an interrupted multi-call write: of an effort, or of another reason for closing. */
export function isHalfWritten(remote: RemoteItem, item: Item, part: Part): boolean {
  if (part === "status") return item.status !== "TODO" && remote.status === "TODO";
  return part === "effort" && isHalfWrittenEffort(remote.fields.effort, fieldsOfItem(item).effort);
}
