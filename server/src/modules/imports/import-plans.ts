import { importPlans as endpoint, type ImportResult, type Input, type Reply } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Disclosure } from "../../dispatch/commands.ts";
import { limitReads } from "../../dispatch/concurrency/limit-reads.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { post, type Write } from "../../dispatch/handlers.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject } from "../projects/access.ts";
import { findPlans } from "./find-plans.ts";
import { importContext } from "./import-context.ts";
import { importPlan } from "./import-plan.ts";
import { knownOf } from "./known.ts";
import { limitMergeTime } from "./merge-time.ts";
import type { PlanReport } from "./present.ts";
import { type How, refuseTwins } from "./source.ts";

/** Stored for replays: the answer with its specs, or a dry run, which is repeated. */
type Result = { import: ImportResult; specIds: string[] } | "dry run";

/** Imports plans, all or nothing. A dry run reads after the transaction instead of blocking the writer. */
const run: Write<typeof endpoint, Result>["run"] = async (tx, actor, input) => {
  if (input.body.dryRun) return "dry run";
  return importAll(tx, actor, input, (events) => appendEvents(tx, actor, events));
};

const complete: Write<typeof endpoint, Result>["complete"] = async (result, { db, actor, input }) => {
  const done = result === "dry run" ? await limitReads(() => importAll(db, actor, input, nothing)) : result;
  return { import: done.import } satisfies Reply<typeof endpoint>;
};

const nothing = async () => {};

const discloses = (result: Result): Disclosure =>
  result === "dry run"
    ? {}
    : { planIds: result.import.plans.flatMap(({ planId }) => planId ?? []), specIds: result.specIds };

export const plansImport = post(endpoint, discloses, run, { complete });

/** Imports everything; `append` gets events of plans and specs before those of sources. */
async function importAll(
  db: Db,
  actor: Actor,
  { params, body }: Input<typeof endpoint>,
  append: (events: readonly NewEvent[]) => Promise<void>,
): Promise<{ import: ImportResult; specIds: string[] }> {
  refuseTwins(body);
  const { id: projectId } = await readableProject(db, actor, params.projectSlug);
  const { dryRun, onConflict } = body;
  const targets = await findPlans(db, actor, projectId, body.plans);
  const planIds = targets.flatMap(({ plan, isArchived }) => (plan && !isArchived ? [plan.id] : []));
  const known = await knownOf(db, actor, planIds);
  const plans: PlanReport["plan"][] = [];
  const specIds: string[] = [];
  const events: NewEvent[] = [];
  const turn = takeTurns();
  const how: How = { projectId, onConflict, dryRun, timed: limitMergeTime() };
  for (const target of targets) {
    await turn();
    const done = await importPlan(db, actor, target, known(target.plan?.id ?? ""), how);
    plans.push(done.report.plan);
    specIds.push(...done.report.specIds);
    events.push(...done.events);
  }
  await append(events);
  const sources = await importContext(db, actor, targets, body.sources, how);
  const withSources = plans.map((plan, index) => ({ ...plan, sources: sources.ofPlans[index] ?? [] }));
  return { import: { dryRun, plans: withSources, sources: sources.ofProject }, specIds };
}
