import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { pagePath, planHandle, specHandle } from "../handles.ts";
import { type PlanRow, referencedPlan, rightToEdit } from "../plans/access.ts";
import { projectOfId } from "../projects/access.ts";
import { referencedSpec } from "../specs/access.ts";
import type { FoundDocument } from "./document.ts";
import { findSourceDocument } from "./find-source.ts";

type ItemKind = "plan" | "spec" | "context-source";

/** Finds a plan's, spec's or source's document by id, optionally restricted to `kinds`. */
export async function findItem(
  db: Db,
  actor: Actor,
  id: string,
  discussionPlanId: string | undefined,
  kinds?: readonly ItemKind[],
): Promise<FoundDocument> {
  const [location] = await locationOf(db, { workspaceId: actor.workspaceId, id });
  if (!location || kinds?.includes(location.kind) === false) throw notFound("document");
  if (location.kind === "context-source") return findSourceDocument(db, actor, id, discussionPlanId);
  const plan = await referencedPlan(db, actor, location.plan_id ?? "");
  const projectSlug = (await projectOfId(db, actor, plan.project_id)).slug;
  return location.kind === "plan"
    ? documentOfPlan(plan, projectSlug)
    : documentOfSpec(db, plan, projectSlug, id);
}

/** Returns the kind of an item, and the plan that decides who can read it. */
export const locationOf = statement((db, param: Param<{ workspaceId: string; id: string }>) => {
  const kind = (name: ItemKind) => sql<ItemKind>`${sql.lit(name)}`.as("kind");
  const planId = (column: "id" | "plan_id") => sql<string | null>`${sql.ref(column)}`.as("plan_id");
  return db
    .selectFrom("plans")
    .where("workspace_id", "=", param("workspaceId"))
    .where("id", "=", param("id"))
    .select([kind("plan"), planId("id")])
    .unionAll(
      db
        .selectFrom("specs")
        .where("workspace_id", "=", param("workspaceId"))
        .where("id", "=", param("id"))
        .select([kind("spec"), planId("plan_id")]),
    )
    .unionAll(
      db
        .selectFrom("context_sources")
        .where("workspace_id", "=", param("workspaceId"))
        .where("id", "=", param("id"))
        .select([kind("context-source"), planId("plan_id")]),
    );
});

function inPlan(plan: PlanRow) {
  return {
    workspaceId: plan.workspace_id,
    projectId: plan.project_id,
    plan,
    applyMode: "native" as const,
    isReadOnly: false,
    isMaintainer: rightToEdit(plan),
    sourceDocumentId: null,
    needsDiscussionPlan: false,
    discussionPlanId: null,
    owner: { userId: plan.root_owner_user_id },
  };
}

function documentOfPlan(plan: PlanRow, projectSlug: string): FoundDocument {
  const planShortId = planHandle(plan.number);
  return {
    ...inPlan(plan),
    id: plan.id,
    kind: "plan",
    target: { kind: "plan-item", itemId: plan.id },
    specNumber: null,
    title: plan.name,
    subjectId: plan.id,
    revision: plan.revision,
    text: plan.description ?? "",
    path: planShortId,
    page: pagePath({ projectSlug, planShortId }),
  };
}

async function documentOfSpec(
  db: Db,
  plan: PlanRow,
  projectSlug: string,
  id: string,
): Promise<FoundDocument> {
  const spec = await referencedSpec(db, plan, id, "");
  const planShortId = planHandle(plan.number);
  const specShortId = specHandle(spec.number);
  return {
    ...inPlan(plan),
    id: spec.id,
    kind: "spec",
    target: { kind: "plan-item", itemId: spec.id },
    specNumber: spec.number,
    title: spec.title,
    subjectId: spec.id,
    revision: spec.revision,
    text: spec.content,
    path: `${planShortId}/${specShortId}`,
    page: pagePath({ projectSlug, planShortId, specShortId }),
  };
}
