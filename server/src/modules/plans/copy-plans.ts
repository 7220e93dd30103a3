import type { Actor } from "../../actor.ts";
import type { NewEvent } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";
import { parentsFirst } from "../specs/parents-first.ts";
import type { PlanRow } from "./access.ts";
import { insertPlan } from "./insert-plan.ts";
import { subtreeIds } from "./store.ts";

/** A copy, with the event that the caller appends. */
export interface CopiedPlan {
  /** The id of the original. */
  from: string;
  workspace_id: string;
  id: string;
  number: number;
  project_id: string;
  event: NewEvent;
}

interface CopyOptions {
  projectId: string;
  /** The name of the first copy; the others keep theirs. */
  name: string;
  withSubPlans: boolean;
  /** Returns the text of a new document. */
  own(documentId: string, text: string): Promise<string[]>;
}

/** Copies a plan as a root that the actor owns, with all below it that isn't archived. */
export async function copyPlans(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  { projectId, name, withSubPlans, own }: CopyOptions,
): Promise<CopiedPlan[]> {
  const visibility = plan.root_visibility ?? "TEAM";
  const copies: CopiedPlan[] = [];
  const parents = new Map<string, { id: string; root_plan_id: string }>();
  for (const { id: from, parent_plan_id } of withSubPlans ? await plansToCopy(tx, plan) : [plan]) {
    const id = newId();
    const parent = from === plan.id ? null : (parents.get(parent_plan_id ?? "") ?? null);
    const text = from === plan.id ? plan : await textOf(tx, plan.workspace_id, from);
    const [description = null] = text.description === null ? [] : await own(id, text.description);
    const copy = await insertPlan(tx, actor, {
      id,
      projectId,
      parent,
      name: from === plan.id ? name : text.name,
      description,
      visibility,
      externalRef: null,
    });
    parents.set(from, { id, root_plan_id: parent?.root_plan_id ?? id });
    const { number, event } = copy;
    copies.push({ from, workspace_id: plan.workspace_id, id, number, project_id: projectId, event });
  }
  return copies;
}

/** Returns the plan and those below it, parents first and otherwise by position. */
async function plansToCopy(tx: Tx, plan: PlanRow) {
  const rows = await tx
    .selectFrom("plans")
    .select(["id", "parent_plan_id"])
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(tx, "id", await subtreeIds(tx, plan)))
    .where("archived_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return parentsFirst(rows, ({ parent_plan_id }) => parent_plan_id);
}

const textOf = (tx: Tx, workspaceId: string, id: string) =>
  tx
    .selectFrom("plans")
    .select(["name", "description"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
