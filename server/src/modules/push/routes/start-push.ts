import type { Input, Provider, pushPlan } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { command } from "../../../dispatch/commands.ts";
import { ApiError, inField, notFound, ofField } from "../../../errors.ts";
import { appendEvents } from "../../../events/append.ts";
import { newId, now } from "../../../ids.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import { type Connected, requireConnection } from "../../connectors/access.ts";
import { requireOn, trackerSwitch } from "../../connectors/policy.ts";
import { projectTarget } from "../../connectors/project-tracker.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { type PlanRow, readablePlan, requireEdit, requireNoTemplate } from "../../plans/access.ts";
import { readableProject } from "../../projects/access.ts";
import { specIds } from "../../specs/writes/references.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { PushRequest } from "../ledger/pushes.ts";
import { targetOptions } from "./target-options.ts";

export const jobKindOfPush = "push.push";

export type PushInput = Input<typeof pushPlan>;

export interface Start {
  actor: Actor;
  input: PushInput;
}

export interface Allowed {
  plan: PlanRow;
  provider: Provider;
  connection: Connected;
  request: PushRequest;
}

/** Checks in this order: visibility (404, also of given specs), right (403), archived (409), target (409). */
export async function requirePush(db: Db, actor: Actor, { params, body }: PushInput): Promise<Allowed> {
  const plan = await readablePlan(db, actor, params);
  const only = body.specShortIds ? await idsOf(db, plan, body.specShortIds) : null;
  requireNoTemplate(requireEdit(plan));
  const project = await readableProject(db, actor, params.projectSlug);
  const wanted = projectTarget(project);
  const entry = body.provider ? trackerOf(body.provider) : wanted?.entry;
  if (!entry) throw noTarget();
  const find = () => requireConnection(db, actor.workspaceId, entry);
  const connection = await (body.provider ? ofField("/provider", find) : find());
  const on = () => requireOn(db, actor.workspaceId, trackerSwitch(entry), project);
  await (body.provider ? ofField("/provider", on) : on());
  if (wanted?.entry !== entry) throw noTarget(entry.label);
  const { holdBelowReady = false, includeSubPlans = true, includeDone = false } = body;
  const { onConflict = "keep", overwriteFields, onGone } = body;
  const request: PushRequest = {
    workspaceId: actor.workspaceId,
    planId: plan.id,
    connectionId: connection.id,
    target: wanted.name,
    options: {
      holdBelowReady,
      includeSubPlans,
      includeDone,
      specIds: only,
      onConflict,
      retry: false,
      ...(overwriteFields === undefined ? {} : { overwriteFields }),
      ...(onGone === undefined ? {} : { onGone }),
      ...targetOptions(project),
    },
  };
  return { plan, provider: entry.provider, connection, request };
}

async function idsOf(db: Db, plan: PlanRow, named: readonly string[]): Promise<string[]> {
  const known = await specIds(db, plan, named);
  return named.map((reference, at) => {
    const id = known.get(reference);
    if (!id) throw inField(`/specShortIds/${at}`, notFound("spec in this plan"));
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

/** Rechecks a push in the transaction that starts it. Returns its id. */
export const startPush = command(
  "push.start",
  ({ actor }: Start) => actor.workspaceId,
  async (tx: Tx, { actor: before, input }: Start) => {
    const actor = await reloadActor(tx, before);
    return startOrJoinPush(tx, actor, await requirePush(tx, actor, input));
  },
);

/** Joins a running push of the same tree, if any. Returns the push's id. */
export async function startOrJoinPush(
  tx: Tx,
  actor: Actor,
  { plan, provider, request }: Allowed,
): Promise<string> {
  const active = await tx
    .selectFrom("pushes")
    .select("id")
    .where("workspace_id", "=", actor.workspaceId)
    .where("root_plan_id", "=", plan.root_plan_id)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  if (active) return active.id;

  const id = newId();
  await tx
    .insertInto("pushes")
    .values({
      workspace_id: actor.workspaceId,
      id,
      plan_id: plan.id,
      root_plan_id: plan.root_plan_id,
      connection_id: request.connectionId,
      provider,
      target: request.target,
      requested_by: actor.userId,
      credential_id: actor.credentialId,
      options: JSON.stringify(request.options),
      status: "queued",
      about: null,
      caveats: "[]",
      waits_until: null,
      result: null,
      error_code: null,
      failure_reason: null,
      started_at: now(),
      finished_at: null,
      cancelled_by: null,
      people: null,
    })
    .execute();
  const { workspaceId } = actor;
  const payload = { workspaceId, pushId: id };
  await enqueue(tx, { kind: jobKindOfPush, workspaceId, payload, dedupeKey: dedupeKeyOf(id) });
  const about = { subjectId: id, planId: plan.id, projectId: plan.project_id };
  await appendEvents(tx, actor, [{ type: "push.started", ...about, data: { pushId: id, provider } }]);
  return id;
}

export const dedupeKeyOf = (pushId: string) => `push ${pushId}`;
