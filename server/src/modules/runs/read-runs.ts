import { getRun, getRunStep, listRuns } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { type Key, pageOf } from "../paging.ts";
import { readablePlan } from "../plans/access.ts";
import { readableRun, readsTexts, requireReaderOfTexts } from "./access.ts";
import { presentRun, presentStep, withholdStep } from "./present.ts";
import { requestOf } from "./steps/request-text.ts";
import { keyOf, listRunRows, namedRun, sentBy, shownStepsOf, stepOfId } from "./store.ts";

/** Above any id in any collation. */
const last = "g";

export const runsList = read(listRuns, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const of = { workspaceId: actor.workspaceId, planId: plan.id };
  const fetch = ([before = last]: Key, limit: number) => listRunRows(db, of, String(before), limit);
  const { rows, ...next } = await pageOf(`runs ${plan.id}`, query, fetch, ({ id }) => [id]);
  return { runs: rows.map((run) => presentRun(run, plan)), ...next };
});

export const runGet = read(getRun, async (db, actor, { params }) => {
  const { plan, run } = await readableRun(db, actor, params);
  // First, so that a run that has ended comes with all of its steps.
  const current = await namedRun(db, keyOf(run));
  const steps = await shownStepsOf(db, keyOf(run));
  const present = (await readsTexts(db, actor, plan, run)) ? presentStep : withholdStep;
  return { run: presentRun(current, plan), steps: steps.map(present) };
});

export const runStepGet = read(getRunStep, async (db, actor, { params }) => {
  const { plan, run } = await readableRun(db, actor, params);
  await requireReaderOfTexts(db, actor, plan, run);
  const step = await stepOfId(db, keyOf(run), params.stepId);
  if (!step) throw notFound("step");
  const request = requestOf(step, await sentBy(db, keyOf(run)));
  return { step: presentStep(step), request, answer: step.answer };
});
