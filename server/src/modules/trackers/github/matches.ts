import { oneLine } from "../text.ts";
import type { Field, Item, Part, RemoteItem } from "../tracker.ts";
import { isHalfWrittenEffort } from "./items/labels.ts";
import { bareText, renderBody, renderTitle } from "./text/body.ts";

/** Returns the fields as they would be had this item just been written. */
function fieldsOfItem(item: Item): RemoteItem["fields"] {
  return {
    title: renderTitle(item),
    text: bareText(renderBody(item).body),
    effort: item.kind === "container" ? "" : String(item.effort ?? ""),
  };
}

/**
 * Returns true where GitHub's field says the same. GitHub keeps texts as they are, but may drop white space of a
 * title.
 */
export function matches(remote: RemoteItem, item: Item, field: Field): boolean {
  const ours = fieldsOfItem(item)[field];
  const theirs = remote.fields[field];
  return field === "title" ? oneLine(ours) === oneLine(theirs) : ours === theirs;
}

/** Returns true if only a half of a part was written: of an effort, or of another reason for being closed. */
export function isHalfWritten(remote: RemoteItem, item: Item, part: Part): boolean {
  if (part === "status") return item.status !== "TODO" && remote.status === "TODO";
  return part === "effort" && isHalfWrittenEffort(remote.fields.effort, fieldsOfItem(item).effort);
}
