import type { Part, RemoteItem } from "../../trackers/tracker.ts";

export const goneSentence = (key: string) =>
  `${key} is gone: it was deleted in the tracker, or the connected account no longer sees it. Push with \`onGone: "recreate"\` to make it again, or with \`onGone: "release"\` to let go of it.`;

export const waitsSentence =
  "What it lies under or is linked to is gone from the tracker; it waits until that is made again.";

const names: Record<Part, string> = { title: "title", text: "text", effort: "estimate", status: "status" };

export function conflictSentence({ external }: RemoteItem, conflicts: readonly Part[]): string {
  const what = conflicts.map((part) => names[part]).join(" and ");
  return `The ${what} of ${external.key} was edited in the tracker; it was not overwritten.`;
}
