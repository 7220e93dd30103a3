import type { External, Item, Parent, Sort } from "../tracker.ts";
import type { Kind, Layout } from "./layout.ts";

/** Where something goes in Jira's three levels. */
export interface Spot {
  kind: Kind;
  /** The issue it lies under. */
  parent: External | null;
  /** What it would lie under if Jira had more levels; a link shows it. */
  related: External | null;
  /** It should lie deeper. */
  isFlattened: boolean;
}

/** Plans are epics, specs tasks under them, and specs under specs are sub-tasks of the outermost. */
export function spotOf(layout: Layout, sort: Sort, { container, items }: Parent): Spot {
  const [outermost] = items;
  if (sort === "container") {
    return { kind: layout.container, parent: null, related: container, isFlattened: false };
  }
  if (outermost && layout.subTask) {
    return { kind: layout.subTask, parent: outermost, related: null, isFlattened: items.length > 1 };
  }
  const hasParent = haveTasksParents(layout);
  return {
    kind: layout.task,
    parent: hasParent ? container : null,
    related: hasParent ? null : container,
    isFlattened: outermost !== undefined,
  };
}

/** Whether a task can lie under a plan. */
export const haveTasksParents = ({ container, task }: Layout): boolean =>
  container.id !== task.id && task.screen.parent;

export const kindOf = (layout: Layout, { sort, parent }: Pick<Item, "sort" | "parent">) =>
  spotOf(layout, sort, parent).kind;

export function flattenedCaveat(what: string, { parent }: Spot): string {
  const where = parent ? ` under ${parent.key}` : "";
  return `Hierarchy flattened: ${what} lies deeper than Jira has levels, and is${where || " a task"} there.`;
}
