import { listNext, type NextSpec } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { planHandle, specHandle } from "../handles.ts";
import { cutPage, readPage } from "../paging.ts";
import { readableProject } from "../projects/access.ts";
import { danglingOf, readinessOf } from "../specs/grade.ts";
import { needsOf } from "../specs/needs.ts";
import { type Candidate, heldUp, openSpecsAfter } from "./next-rows.ts";

/**
 * How many open specs a page looks at, so that what it costs grows with the page where many specs in a row wait
 * for others: it may then hold fewer than asked for, and the next one goes on where it ended.
 */
const lookedAt = (limit: number) => 200 + 10 * limit;

/** What can be built now: not done, and all needs done (docs/decisions/graph.md, next). */
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
    const held = await heldUp(db, actor, looked);
    const startable = [...looked.keys()].filter((place) => !held.has(looked[place]?.id ?? ""));
    const full = startable.length > limit ? startable[limit - 1] : undefined;
    const seen = full === undefined ? looked.length : full + 1;
    const { rows, ...next } = cutPage(list, { ...page, limit: seen }, candidates, (row) => [
      row.plan_id,
      row.position,
      row.id,
    ]);
    const found = rows.filter((row) => !held.has(row.id));
    const needs = await needsOf(db, actor.workspaceId, found);
    return { specs: found.map((row) => presentNext(row, danglingOf(needs(row)))), ...next };
  },
  { lasting: true },
);

function presentNext(row: Candidate, dangling: readonly string[]): NextSpec {
  return {
    id: row.id,
    projectSlug: row.slug,
    planShortId: planHandle(row.plan_number),
    specShortId: specHandle(row.number),
    title: row.title,
    effort: row.effort,
    readiness: readinessOf(row, dangling),
    status: row.status,
  };
}
