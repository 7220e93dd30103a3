import type { ExternalRef, Item, ItemKind, Parent } from "../../tracker.ts";
import type { IssueKind, Layout } from "../project/schema.ts";

export interface HierarchyLevel {
  kind: IssueKind;
  parent: ExternalRef | null;
  /** A parent beyond Jira's levels, shown by a link. */
  related: ExternalRef | null;
  /** True if too deep for Jira. */
  isFlattened: boolean;
}

/** Maps plans to epics, specs to tasks, and nested specs to sub-tasks of the outermost spec. */
export function hierarchyLevelOf(
  layout: Layout,
  kind: ItemKind,
  { container, items }: Parent,
): HierarchyLevel {
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

export const haveTasksParents = ({ container, task }: Layout): boolean =>
  container.id !== task.id && task.screen.parent;

export const kindOf = (layout: Layout, { kind, parent }: Pick<Item, "kind" | "parent">) =>
  hierarchyLevelOf(layout, kind, parent).kind;

export function flattenedCaveat(what: string, { parent }: HierarchyLevel): string {
  const where = parent ? ` under ${parent.key}` : "";
  return `Hierarchy flattened: ${what} lies deeper than Jira has levels, and is${where || " a task"} there.`;
}
