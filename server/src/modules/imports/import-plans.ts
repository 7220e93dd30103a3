import { importPlans as endpoint, type ImportResult, type Input, type Reply } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Disclosure } from "../../dispatch/commands.ts";
import { limitReads } from "../../dispatch/concurrency/limit-reads.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { post, type Write } from "../../dispatch/handlers.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject } from "../projects/access.ts";
import { replaceBases } from "./apply-specs.ts";
import { importComments } from "./comments/import-comments.ts";
import { importFiles } from "./files/import-files.ts";
import { findPlans } from "./find-plans.ts";
import { importContext } from "./import-context.ts";
import { type ImportedPlan, importPlan } from "./import-plan.ts";
import { knownOf } from "./known.ts";
import { importLinks } from "./links/import-links.ts";
import { limitMergeTime } from "./merge-time.ts";
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
  const { dryRun, onConflict, adopt } = body;
  const targets = await findPlans(db, actor, projectId, body.plans);
  const planIds = targets.flatMap(({ plan, isArchived }) => (plan && !isArchived ? [plan.id] : []));
  const known = await knownOf(db, actor, planIds);
  const imported: ImportedPlan[] = [];
  const turn = takeTurns();
  const how: How = { projectId, onConflict, dryRun, adopt, timed: limitMergeTime() };
  for (const target of targets) {
    await turn();
    imported.push(await importPlan(db, actor, target, known(target.plan?.id ?? ""), how));
  }
  const linked = targets.map(({ plan }, index) => ({ plan, specs: imported[index]?.specs?.specs ?? [] }));
  const links = await importLinks(db, actor, linked, how);
  const comments = await importComments(db, actor, linked, how);
  if (!dryRun) {
    for (const [index, { plan }] of targets.entries())
      await replaceBases(
        db,
        actor.workspaceId,
        known(plan?.id ?? ""),
        imported[index]?.specs?.bases ?? [],
        links.bases,
      );
  }
  await append([...imported.flatMap(({ events }) => events), ...links.events, ...comments]);
  const reports = imported.map(({ report }) => report());
  const sources = await importContext(db, actor, targets, body.sources, how);
  if (!dryRun) {
    const filed = targets.map((target, index) => ({
      target,
      // Deleted specs keep their places, so that an export leaves them out.
      specs: [...(imported[index]?.specs?.specs ?? []), ...(imported[index]?.specs?.gone ?? [])],
      sourceIds: new Map(
        sources.ofPlans[index]?.flatMap(({ externalRef, sourceId }) =>
          sourceId ? [[externalRef, sourceId]] : [],
        ),
      ),
    }));
    await importFiles(db, actor, filed);
  }
  const withSources = reports.map(({ plan }, index) => ({ ...plan, sources: sources.ofPlans[index] ?? [] }));
  return {
    import: { dryRun, plans: withSources, sources: sources.ofProject },
    specIds: reports.flatMap((report) => report.specIds),
  };
}
