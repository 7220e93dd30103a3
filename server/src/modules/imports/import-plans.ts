import { importPlans as endpoint, type ImportResult, type Input, type Reply } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Shown } from "../../dispatch/commands.ts";
import { post, type Write } from "../../dispatch/handlers.ts";
import { limitReads } from "../../dispatch/limit-reads.ts";
import { takeTurns } from "../../dispatch/take-turns.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject } from "../projects/access.ts";
import { findPlans } from "./find-plans.ts";
import { importPlan } from "./import-plan.ts";
import { knownOf } from "./known.ts";
import { limitMergeTime } from "./merge-time.ts";
import { refuseTwins } from "./source.ts";

/** The part that is stored for a replay: the answer with the specs that it shows, or that it was a dry run, which is made anew. */
type Result = { import: ImportResult; specIds: string[] } | "dry run";

/** Imports plans, all or nothing. A dry run is no write: it reads beside the writer, after the transaction. */
const run: Write<typeof endpoint, Result>["run"] = async (tx, actor, input) => {
  if (input.body.dryRun) return "dry run";
  const { events, ...done } = await importAll(tx, actor, input);
  await appendEvents(tx, actor, events);
  return done;
};

const complete: Write<typeof endpoint, Result>["complete"] = async (result, { db, actor, input }) => {
  const done = result === "dry run" ? await limitReads(() => importAll(db, actor, input)) : result;
  return { import: done.import } satisfies Reply<typeof endpoint>;
};

const shows = (result: Result): Shown =>
  result === "dry run"
    ? {}
    : { planIds: result.import.plans.flatMap(({ planId }) => planId ?? []), specIds: result.specIds };

export const plansImport = post(endpoint, shows, run, { complete });

async function importAll(
  db: Db,
  actor: Actor,
  { params, body }: Input<typeof endpoint>,
): Promise<{ import: ImportResult; specIds: string[]; events: NewEvent[] }> {
  refuseTwins(body.plans);
  const { id: projectId } = await readableProject(db, actor, params.projectSlug);
  const { dryRun, onConflict } = body;
  const targets = await findPlans(db, actor, projectId, body.plans);
  const planIds = targets.flatMap(({ plan, isArchived }) => (plan && !isArchived ? [plan.id] : []));
  const known = await knownOf(db, actor, planIds);
  const plans: ImportResult["plans"] = [];
  const specIds: string[] = [];
  const events: NewEvent[] = [];
  const turn = takeTurns();
  const timed = limitMergeTime();
  for (const target of targets) {
    await turn();
    const of = known(target.plan?.id ?? "");
    const done = await importPlan(db, actor, target, of, { projectId, onConflict, dryRun, timed });
    plans.push(done.told.plan);
    specIds.push(...done.told.specIds);
    events.push(...done.events);
  }
  return { import: { dryRun, plans }, specIds, events };
}
