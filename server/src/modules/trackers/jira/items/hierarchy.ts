import type { ExternalRef, Item, ItemKind, Parent } from "../../tracker.ts";
import type { Kind, Layout } from "../project/schema.ts";

/** A place in Jira's three levels. */
export interface HierarchyPlace {
  kind: Kind;
  /** The issue that it lies under. */
  parent: ExternalRef | null;
  /** The issue that it would lie under if Jira had more levels; a link shows it. */
  related: ExternalRef | null;
  /** True where it should lie deeper than Jira can show. */
  isFlattened: boolean;
}

/**
 * Returns the place of something: plans are epics, specs tasks under them, and specs under specs are sub-tasks of the
 * outermost.
 */
export function hierarchyPlaceOf(
  layout: Layout,
  kind: ItemKind,
  { container, items }: Parent,
): HierarchyPlace {
  const [outermost] = items;
  if (kind === "container") {
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

/** Returns true where a task can lie under a plan. */
export const haveTasksParents = ({ container, task }: Layout): boolean =>
  container.id !== task.id && task.screen.parent;

export const kindOf = (layout: Layout, { kind, parent }: Pick<Item, "kind" | "parent">) =>
  hierarchyPlaceOf(layout, kind, parent).kind;

export function flattenedCaveat(what: string, { parent }: HierarchyPlace): string {
  const where = parent ? ` under ${parent.key}` : "";
  return `Hierarchy flattened: ${what} lies deeper than Jira has levels, and is${where || " a task"} there.`;
}
