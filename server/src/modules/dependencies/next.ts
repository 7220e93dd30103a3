import { listNext, type NextCycle, type NextSpec } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { planHandle, specHandle } from "../handles.ts";
import { cutPage, readPage } from "../paging.ts";
import { readableProject } from "../projects/access.ts";
import { danglingOf, readinessOf } from "../specs/effective-readiness.ts";
import { needsOf } from "../specs/needs.ts";
import { blockedSpecs, type Candidate, openSpecsAfter } from "./next-rows.ts";
import { findOpenCycles, handlesInCycle, type OpenCycle, sayCycle } from "./open-cycles.ts";

/**
 * Open specs inspected per page, in proportion to its size even among many blocked specs: a page may be
 * short, and the next one continues.
 */
const lookedAt = (limit: number) => 200 + 10 * limit;

/** Lists specs that can be started: not done, with all needs done (docs/decisions/graph.md, next). */
export const nextList = read(
  listNext,
  async (db, actor, { query }) => {
    const project =
      query.projectSlug === undefined ? null : await readableProject(db, actor, query.projectSlug);
    const list = `${listNext.id} ${project?.id ?? ""}`;
    const page = readPage(list, query);
    const limit = page.limit ?? 0;
    const most = lookedAt(limit);
    const candidates = await openSpecsAfter(db, actor, project?.id ?? null, page.after, most + 1);
    const looked = candidates.slice(0, most);
    const openCycles = await findOpenCycles(db, actor);
    // Otherwise a spec in a cycle with unreadable specs would seem startable.
    const waiting = openCycles.flatMap(({ specs }) => specs.map(({ id }) => id));
    const held = (await blockedSpecs(db, actor, looked)).union(new Set(waiting));
    const startable = [...looked.keys()].filter((index) => !held.has(looked[index]?.id ?? ""));
    const full = startable.length > limit ? startable[limit - 1] : undefined;
    const seen = full === undefined ? looked.length : full + 1;
    const { rows, ...next } = cutPage(list, { ...page, limit: seen }, candidates, (row) => [
      row.plan_id,
      row.position,
      row.id,
    ]);
    const found = rows.filter((row) => !held.has(row.id));
    const needs = await needsOf(db, actor.workspaceId, found);
    const inProject = ({ specs }: OpenCycle) =>
      specs.some((spec) => !project || spec.project_id === project.id);
    const cycles = page.after ? [] : openCycles.filter(inProject).map(presentCycle);
    return {
      specs: found.map((row) => presentNext(row, danglingOf(needs(row)))),
      ...(cycles.length > 0 ? { cycles } : {}),
      ...next,
    };
  },
  { cacheable: true },
);

const presentCycle = (cycle: OpenCycle): NextCycle => ({
  specs: handlesInCycle(cycle),
  message: sayCycle(cycle),
});

function presentNext(row: Candidate, dangling: readonly string[]): NextSpec {
  return {
    id: row.id,
    projectSlug: row.slug,
    planShortId: planHandle(row.plan_number),
    planName: row.plan_name,
    specShortId: specHandle(row.number),
    title: row.title,
    effort: row.effort,
    readiness: readinessOf(row, dangling, row.has_open_questions === 1),
    status: row.status,
  };
}
