import type { ItemPart, RemoteItem } from "../../trackers/tracker.ts";

export const goneSentence = (key: string) =>
  `${key} is gone: it was deleted in the tracker, or the connected account can no longer see it. Push with \`onGone: "recreate"\` to create it again, or with \`onGone: "release"\` to unlink it.`;

export const waitsSentence =
  "Its parent or link target was deleted in the tracker; it waits until that is created again.";

export const partNames: Record<ItemPart, string> = {
  title: "title",
  text: "text",
  effort: "estimate",
  status: "status",
  assignee: "assignee",
  labels: "labels",
  priority: "priority",
  dueDate: "due date",
};

export function conflictSentence({ external }: RemoteItem, conflicts: readonly ItemPart[]): string {
  const what = conflicts.map((part) => partNames[part]).join(" and ");
  return `The ${what} of ${external.key} was edited in the tracker; it was not overwritten.`;
}
