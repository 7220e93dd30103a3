import { randomBytes } from "node:crypto";
import { type Input, type Model, type Run, startRun, usualRunLimits } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { forbidden, inField, invalid, notFound, ofField } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { sourcesOfPlan } from "../context/sources-of-plan.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { columnsOfPrices } from "../models/present.ts";
import { usableModel } from "../models/usable-model.ts";
import { editablePlan } from "../plans/access.ts";
import { agentCeilings, isAgentOff } from "../projects/agent-ceilings.ts";
import { effectiveSkills } from "../skills/read-skills.ts";
import { requireRoomForRun } from "./access.ts";
import { presentRun } from "./present.ts";
import { requireNoApp, startedWith } from "./starter.ts";
import { enqueueStep } from "./steps/enqueue-step.ts";
import { namedRun, type RunRow } from "./store.ts";

export type NewRun = Pick<Input<typeof startRun>, "params" | "body">;

/** What a new run works with. */
export interface RunSetting {
  model: Model;
  /** Ids of sources and slugs of skills. */
  sources: string[];
  skills: string[];
}

/** Starts a run. An action, since the operator's model is a setting. */
export const runStart = action(
  startRun,
  async (context: Context, actor, { params, body }, { claim }) => {
    const setting = await settingOf(context, actor, { params, body });
    const { currency } = context.config.models;
    const run = await context.writer.run(saveRun, { actor, params, body, setting, currency, claim });
    context.jobs.wake();
    return { body: { run } };
  },
  { discloses: disclosesNothing },
);

/** Returns what a run would work with. Throws 404, 403, 409 like the start. */
export async function settingOf(
  { db, config }: Context,
  actor: Actor,
  { params, body }: NewRun,
): Promise<RunSetting> {
  await editablePlan(db, actor, params);
  await requireNoApp(db, actor);
  const { modelId } = body;
  const model =
    modelId === undefined
      ? await usableModel(db, config.models, actor)
      : await ofField("/modelId", () => usableModel(db, config.models, actor, modelId));
  if (body.limits?.cost !== undefined && model.prices === null)
    throw invalid("/limits/cost", "needs a model with prices; leave it out");
  const sources = await sourcesFor(db, actor, params, body.sources);
  return { model, sources, skills: await skillsFor(db, actor, params, body.skills) };
}

async function sourcesFor(
  db: Db,
  actor: Actor,
  params: NewRun["params"],
  named: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await sourcesOfPlan(db, actor, params);
  if (named === undefined) return rows.flatMap(({ id, active }) => (active === 1 ? [id] : []));
  const known = new Set(rows.map(({ id }) => id));
  for (const [at, id] of named.entries())
    if (!known.has(id)) throw inField(`/sources/${at}`, notFound("context source of this plan"));
  return [...new Set(named)];
}

/** Skills that a run may open; an opening has a line for each. */
export const mostSkills = 200;

async function skillsFor(
  db: Db,
  actor: Actor,
  { projectSlug }: NewRun["params"],
  named: readonly string[] | undefined,
): Promise<string[]> {
  const known = new Set((await effectiveSkills(db, actor, projectSlug)).map(({ slug }) => slug));
  if (named === undefined) return [...known].slice(0, mostSkills);
  for (const [at, slug] of named.entries())
    if (!known.has(slug)) throw inField(`/skills/${at}`, notFound("skill of this project"));
  return [...new Set(named)];
}

interface SavedRun extends NewRun {
  actor: Actor;
  setting: RunSetting;
  currency: string;
  claim?: ActionClaim | undefined;
}

export const saveRun = command(
  "runs.save",
  ({ actor }: SavedRun) => actor.workspaceId,
  async (tx: Tx, { actor: before, params, body, setting, currency, claim }: SavedRun): Promise<Run> => {
    const actor = await reloadActor(tx, before);
    const plan = await editablePlan(tx, actor, params);
    await requireNoApp(tx, actor);
    const { workspaceId, userId } = actor;
    await requireRoomForRun(tx, actor, plan, params);
    if (isAgentOff(await agentCeilings(tx, workspaceId)))
      throw forbidden("The planning agent is switched off in this workspace. Ask one of its owners.");
    const { model, sources, skills } = setting;
    const { tokens, cost, minutes, steps } = { ...usualRunLimits, ...body.limits };
    const at = now();
    const row: RunRow = {
      workspace_id: workspaceId,
      id: newId(),
      plan_id: plan.id,
      root_plan_id: plan.root_plan_id,
      user_id: userId,
      credential: JSON.stringify(startedWith(actor)),
      task: body.task,
      prompt: body.prompt,
      state: "queued",
      model_id: model.id,
      model_name: model.name,
      model_scope: model.scope,
      ...columnsOfPrices(model.prices),
      currency: model.prices ? currency : "",
      sources: JSON.stringify(sources),
      skills: JSON.stringify(skills),
      most_tokens: tokens ?? usualRunLimits.tokens,
      most_cost: cost === undefined ? null : String(cost),
      most_minutes: minutes ?? usualRunLimits.minutes,
      most_steps: steps ?? usualRunLimits.steps,
      mark: randomBytes(6).toString("hex"),
      opening: null,
      last_step: 0,
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_micros: 0,
      counted_tokens: 0,
      told_tokens: 0,
      worked_ms: 0,
      working_since: null,
      suggestion_id: null,
      error: null,
      created_at: at,
      updated_at: at,
      ended_at: null,
    };
    await tx.insertInto("runs").values(row).execute();
    await enqueueStep(tx, row);
    await appendEvents(tx, actor, [
      {
        type: "run.started",
        subjectId: row.id,
        projectId: plan.project_id,
        planId: plan.id,
        data: { runId: row.id, task: row.task },
      },
    ]);
    const run = presentRun(await namedRun(tx, { workspaceId, runId: row.id }), plan);
    await keepReply(tx, claim, startRun, { run });
    return run;
  },
);
