import { isDeepStrictEqual } from "node:util";
import { inField, invalid, notFound } from "../../../errors.ts";
import type { NewEvent } from "../../../events/append.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";
import { readingMembersOf } from "../../plans/reading-members.ts";
import type { SpecRow } from "../access.ts";
import { aboutSpec } from "../events.ts";
import { labelIdsOf } from "../labels-of-specs.ts";

/** Who, what kind and when, as bodies give it. */
export interface WorkBody {
  assigneeUserId?: string | null | undefined;
  labelIds?: readonly string[] | undefined;
  addLabelIds?: readonly string[] | undefined;
  removeLabelIds?: readonly string[] | undefined;
  priority?: number | undefined;
  dueDate?: string | null | undefined;
}

export type WorkColumns = Pick<SpecRow, "assignee_user_id" | "labels" | "priority" | "due_date">;

export const noWork: WorkColumns = { assignee_user_id: null, labels: "[]", priority: 0, due_date: null };

/** API names of the columns. */
const names: Record<keyof WorkColumns, string> = {
  assignee_user_id: "assigneeUserId",
  labels: "labels",
  priority: "priority",
  due_date: "dueDate",
};

/** Columns that a body leads to, and the API names of those that differ. */
export interface WorkChange {
  before: WorkColumns;
  columns: WorkColumns;
  changed: string[];
}

/**
 * Throws 400 for a new assignee who can't read the plan and 404 for an unknown label; `path` is a body's JSON
 * Pointer, `specIds` are the changed specs. Takes two queries for all bodies, unless an assignee can't read the plan.
 */
export async function requireWorkFields(
  tx: Tx,
  plan: PlanRow,
  bodies: readonly { body: WorkBody; path: string; specIds?: readonly string[] }[],
): Promise<void> {
  const assignees = bodies.flatMap(({ body: { assigneeUserId: id }, path, specIds = [] }) =>
    typeof id === "string" ? [{ id, path: `${path}/assigneeUserId`, specIds }] : [],
  );
  const labels = bodies.flatMap(({ body, path }) =>
    (["labelIds", "addLabelIds"] as const).flatMap((field) =>
      (body[field] ?? []).map((id, index) => ({ id, path: `${path}/${field}/${index}` })),
    ),
  );
  if (assignees.length > 0) {
    const ids = [...new Set(assignees.map(({ id }) => id))];
    const canRead = await readingMembersOf(tx, plan.workspace_id, [plan.id], ids);
    for (const { id, path, specIds } of assignees)
      if (!canRead(plan.id, id) && !(await areAssignedTo(tx, plan, specIds, id)))
        throw invalid(path, "must be a member who can read the plan");
  }
  if (labels.length > 0) {
    const rows = await tx
      .selectFrom("labels")
      .select("id")
      .where("workspace_id", "=", plan.workspace_id)
      .where(isOneOf(tx, "id", [...new Set(labels.map(({ id }) => id))]))
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = labels.find(({ id }) => !known.has(id));
    if (unknown) throw inField(unknown.path, notFound("label"));
  }
}

/** Tests whether specs, at least one, have an assignee who may have lost reach since. */
async function areAssignedTo(
  tx: Tx,
  plan: PlanRow,
  specIds: readonly string[],
  userId: string,
): Promise<boolean> {
  if (specIds.length === 0) return false;
  const others = await tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(tx, "id", [...specIds]))
    .where((is) => is.or([is("assignee_user_id", "is", null), is("assignee_user_id", "!=", userId)]))
    .limit(1)
    .execute();
  return others.length === 0;
}

/** Returns the columns of a spec after a body. */
export function workChange(before: WorkColumns, body: WorkBody): WorkChange {
  const columns: WorkColumns = {
    assignee_user_id: body.assigneeUserId === undefined ? before.assignee_user_id : body.assigneeUserId,
    labels: labelsAfter(before.labels, body),
    priority: body.priority ?? before.priority,
    due_date: body.dueDate === undefined ? before.due_date : body.dueDate,
  };
  const keys = Object.keys(names) as (keyof WorkColumns)[];
  return {
    before,
    columns,
    changed: keys.flatMap((key) => (columns[key] === before[key] ? [] : [names[key]])),
  };
}

/** Returns the column `labels` after a body, the same text if the labels stay the same. */
function labelsAfter(before: string, { labelIds, addLabelIds = [], removeLabelIds = [] }: WorkBody): string {
  const kept = new Set(labelIds ?? labelIdsOf({ labels: before }));
  const after = [...kept.union(new Set(addLabelIds)).difference(new Set(removeLabelIds))].toSorted();
  return isDeepStrictEqual(after, labelIdsOf({ labels: before }).toSorted()) ? before : JSON.stringify(after);
}

/** Returns the event that tells a spec's new assignee, if there is one. */
export function assignedEvents(
  plan: Parameters<typeof aboutSpec>[0],
  before: Pick<SpecRow, "assignee_user_id"> | null,
  spec: Pick<SpecRow, "id" | "number" | "assignee_user_id">,
): NewEvent[] {
  const { assignee_user_id: userId } = spec;
  if (userId === null || userId === before?.assignee_user_id) return [];
  const data = { shortId: specHandle(spec.number), userId };
  return [{ type: "spec.assigned", ...aboutSpec(plan, spec), notifies: [userId], data }];
}
