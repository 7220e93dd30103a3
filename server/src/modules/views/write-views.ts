import { createView, deleteView, type Input, updateView } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post, write } from "../../dispatch/handlers.ts";
import { ApiError, forbidden, invalid, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { referencedPlan } from "../plans/access.ts";
import { readableProject, requireMember } from "../projects/access.ts";
import { presentView } from "./present.ts";
import { findView, type NamedView, type ViewRow } from "./store.ts";

/** Of the workspace, and of each person. */
const mostViews = 200;

export const viewCreate = post(createView, disclosesNothing, async (tx, actor, { body }) => {
  const place = await placeOf(tx, actor, body);
  requireMember(actor);
  await requirePlanOfProject(tx, actor, place);
  const userId = body.scope === "person" ? actor.userId : null;
  await requireRoom(tx, actor, userId);
  const at = now();
  const row: ViewRow = {
    workspace_id: actor.workspaceId,
    id: newId(),
    user_id: userId,
    created_by: actor.userId,
    name: body.name,
    project_id: place.project_id ?? null,
    plan_id: place.plan_id ?? null,
    query: JSON.stringify(body.query),
    view_group: body.group ?? "none",
    sort: body.sort ?? null,
    created_at: at,
    updated_at: at,
  };
  await tx.insertInto("views").values(row).execute();
  await appendViewEvent(tx, actor, row, { what: "created", data: {} });
  return { view: presentView(await readView(tx, actor, row.id)) };
});

export const viewUpdate = write(updateView, async (tx, actor, { params, body }) => {
  const view = await writableView(tx, actor, params.viewId);
  const place = await placeOf(tx, actor, body);
  const changes = {
    name: body.name ?? view.name,
    project_id: place.project_id === undefined ? view.project_id : place.project_id,
    plan_id: place.plan_id === undefined ? view.plan_id : place.plan_id,
    query: body.query === undefined ? view.query : JSON.stringify(body.query),
    view_group: body.group ?? view.view_group,
    sort: body.sort === undefined ? view.sort : body.sort,
  };
  const changed = (Object.keys(changes) as (keyof typeof changes)[])
    .filter((key) => changes[key] !== view[key])
    .map((key) => fieldNames[key]);
  if (changed.length === 0) return { view: presentView(view) };
  if (changes.project_id !== view.project_id || changes.plan_id !== view.plan_id)
    await requirePlanOfProject(tx, actor, changes);
  await tx
    .updateTable("views")
    .set(Object.assign(changes, { updated_at: now() }))
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", view.id)
    .execute();
  await appendViewEvent(tx, actor, view, { what: "updated", data: { changed } });
  return { view: presentView(await readView(tx, actor, view.id)) };
});

const fieldNames = {
  name: "name",
  project_id: "projectSlug",
  plan_id: "planShortId",
  query: "query",
  view_group: "group",
  sort: "sort",
} as const;

export const viewDelete = write(deleteView, async (tx, actor, { params }) => {
  const view = await writableView(tx, actor, params.viewId);
  await tx
    .deleteFrom("views")
    .where("workspace_id", "=", actor.workspaceId)
    .where("id", "=", view.id)
    .execute();
  await appendViewEvent(tx, actor, view, { what: "deleted", data: {} });
  return { deleted: true as const };
});

/** Returns a view for a change: 404, then 403 for another member's view of the workspace. */
async function writableView(tx: Tx, actor: Actor, id: string): Promise<NamedView> {
  const view = await readView(tx, actor, id);
  requireMember(actor);
  if (view.user_id !== null) return view;
  if (view.created_by !== actor.userId && actor.role !== "OWNER")
    throw forbidden(
      "Only who made this view, or an owner of the workspace, can change it. Save one of your own.",
    );
  return view;
}

async function readView(tx: Tx, actor: Actor, id: string): Promise<NamedView> {
  const view = await findView(tx, actor, id);
  if (!view) throw notFound("view");
  return view;
}

type Place = Pick<Input<typeof updateView>["body"], "projectSlug" | "planShortId">;

/** Resolves the project and plan of a body; a field that is left out stays undefined. */
async function placeOf(tx: Tx, actor: Actor, { projectSlug, planShortId }: Place) {
  const project =
    typeof projectSlug === "string"
      ? await ofField("/projectSlug", () => readableProject(tx, actor, projectSlug))
      : projectSlug;
  const plan =
    typeof planShortId === "string"
      ? await ofField("/planShortId", () => referencedPlan(tx, actor, planShortId))
      : planShortId;
  return { project_id: project ? project.id : project, plan_id: plan ? plan.id : plan };
}

/** Throws 400 for a plan of another project. */
async function requirePlanOfProject(
  tx: Tx,
  { workspaceId }: Actor,
  { project_id, plan_id }: { project_id?: string | null | undefined; plan_id?: string | null | undefined },
): Promise<void> {
  if (!project_id || !plan_id) return;
  const plan = await tx
    .selectFrom("plans")
    .select("project_id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", plan_id)
    .executeTakeFirst();
  if (plan?.project_id !== project_id) throw invalid("/planShortId", "must be a plan of the project");
}

async function requireRoom(tx: Tx, { workspaceId }: Actor, userId: string | null): Promise<void> {
  const { count } = await tx
    .selectFrom("views")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", workspaceId)
    .where("user_id", userId === null ? "is" : "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostViews)
    throw new ApiError("too_many_views", `There are ${mostViews} views already. Delete an unused one.`);
}

type Event =
  | { what: "created" | "deleted"; data: Record<string, never> }
  | { what: "updated"; data: { changed: string[] } };

/** Tells members of a change of the workspace's view, and only its person of one of theirs. */
async function appendViewEvent(
  tx: Tx,
  actor: Actor,
  { id: subjectId, user_id }: Pick<ViewRow, "id" | "user_id">,
  event: Event,
): Promise<void> {
  if (event.what === "updated")
    await appendEvents(
      tx,
      actor,
      user_id === null
        ? [{ type: "view.updated", subjectId, data: event.data }]
        : [{ type: "personal_view.updated", subjectId, data: event.data, audience: [user_id] }],
    );
  else
    await appendEvents(
      tx,
      actor,
      user_id === null
        ? [{ type: `view.${event.what}`, subjectId, data: event.data }]
        : [{ type: `personal_view.${event.what}`, subjectId, data: event.data, audience: [user_id] }],
    );
}
