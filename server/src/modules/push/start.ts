import type { Input, Provider, pushPlan } from "@groundplan/contract";
import { command } from "../../dispatch/handlers.ts";
import { ApiError, notFound } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Connected, requireConnection } from "../connectors/access.ts";
import { entryOf } from "../connectors/catalog.ts";
import { projectTarget } from "../connectors/project-tracker.ts";
import { type Actor, admit } from "../identity/actor.ts";
import { editablePlan, type PlanRow, readablePlan } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import { specIds } from "../specs/references.ts";
import type { Aim } from "./runs.ts";

/** The name of the job that carries a push out. */
export const jobKindOfPush = "push.run";

export type PushInput = Input<typeof pushPlan>;

export interface Start {
  actor: Actor;
  input: PushInput;
}

/** A push that is allowed: what it is about and where it goes. */
export interface Allowed {
  plan: PlanRow;
  provider: Provider;
  connection: Connected;
  aim: Aim;
}

/** The order of checks: reach (404, also of the specs named), right (403), archived (409), target (409). */
export async function requirePush(db: Db, actor: Actor, { params, body }: PushInput): Promise<Allowed> {
  const readable = await readablePlan(db, actor, params);
  const only = body.specShortIds ? await idsOf(db, readable, body.specShortIds) : null;
  const plan = await editablePlan(db, actor, params);
  const wanted = projectTarget(await readableProject(db, actor, params.projectSlug));
  const entry = body.provider ? entryOf(body.provider) : wanted?.entry;
  if (!entry) throw noTarget();
  const connection = await requireConnection(db, actor.workspaceId, entry);
  if (wanted?.entry !== entry) throw noTarget(entry.label);
  const { holdBelowReady = false, includeSubPlans = true, onConflict = "keep" } = body;
  const aim: Aim = {
    workspaceId: actor.workspaceId,
    planId: plan.id,
    connectionId: connection.id,
    target: wanted.name,
    options: { holdBelowReady, includeSubPlans, specIds: only, onConflict, retry: false },
  };
  return { plan, provider: entry.provider, connection, aim };
}

async function idsOf(db: Db, plan: PlanRow, named: readonly string[]): Promise<string[]> {
  const known = await specIds(db, plan, named);
  return named.map((reference) => {
    const id = known.get(reference);
    if (!id) throw notFound("spec in this plan");
    return id;
  });
}

function noTarget(label?: string): ApiError {
  const where = label ? ` in ${label}` : "";
  return new ApiError(
    "no_target",
    `The project has no target${where}. Set one with \`PUT /v1/projects/{projectSlug}/tracker\`.`,
  );
}

/** Starts a push as a job, or joins the one of the same tree that is under way; answers its id. */
export const startPush = command(
  "push.start",
  ({ actor }: Start) => actor.workspaceId,
  async (tx: Tx, { actor: before, input }: Start) => {
    const actor = await admit(tx, before);
    return beginPush(tx, actor, await requirePush(tx, actor, input));
  },
);

export async function beginPush(tx: Tx, actor: Actor, { plan, provider, aim }: Allowed): Promise<string> {
  const active = await tx
    .selectFrom("push_runs")
    .select("id")
    .where("workspace_id", "=", actor.workspaceId)
    .where("root_plan_id", "=", plan.root_plan_id)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  if (active) return active.id;

  const id = newId();
  await tx
    .insertInto("push_runs")
    .values({
      workspace_id: actor.workspaceId,
      id,
      plan_id: plan.id,
      root_plan_id: plan.root_plan_id,
      connection_id: aim.connectionId,
      provider,
      target: aim.target,
      requested_by: actor.userId,
      credential_id: actor.credentialId,
      options: JSON.stringify(aim.options),
      status: "queued",
      about: null,
      caveats: "[]",
      waits_until: null,
      result: null,
      error_code: null,
      started_at: now(),
      finished_at: null,
      cancelled_by: null,
    })
    .execute();
  const payload = { workspaceId: actor.workspaceId, runId: id };
  const { workspaceId } = actor;
  await enqueue(tx, { kind: jobKindOfPush, workspaceId, payload, dedupeKey: dedupeKeyOf(id) });
  const about = { subjectId: id, planId: plan.id, projectId: plan.project_id };
  await appendEvents(tx, actor, [{ type: "push.started", ...about, data: { pushId: id, provider } }]);
  return id;
}

export const dedupeKeyOf = (runId: string) => `push ${runId}`;
