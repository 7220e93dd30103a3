import { type Input, listNext, type NextCycle, type NextSpec } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { read } from "../../dispatch/handlers.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import type { Db } from "../../storage/dialect.ts";
import { type LiveClaim, liveClaims, presentLive } from "../claims/live-claims.ts";
import { planHandle, specHandle } from "../handles.ts";
import { cutPage, type Key, numberOf, readPage } from "../paging.ts";
import { type Scope, scopeOf } from "../plans/scope.ts";
import { type Candidate, startableAfter } from "./next-rows.ts";
import { findOpenCycles, handlesInCycle, type OpenCycle, sayCycle } from "./open-cycles.ts";
import { waitingElsewhere } from "./waiting-elsewhere.ts";

/** Specs inspected together, at least. */
const atOnce = 50;
/** Specs inspected per page, above which it ends early: all of them wait for private plans. */
const mostInspected = 5000;

type Query = Input<typeof listNext>["query"];

/** Lists specs that can be started, free ones before claimed ones (docs/decisions/graph.md, next). */
export const nextList = read(
  listNext,
  async (db, actor, { query }) => {
    const scope = await scopeOf(db, actor, query);
    const list = listOf(scope, query);
    const page = readPage(list, query);
    const since = page.after ? String(page.after[1]) : await readDatabaseTime(db);
    const openCycles = await findOpenCycles(db, actor);
    const inspected = await inspect(db, actor, { scope, openCycles, query, ...page });
    const last = inspected.flatMap(({ isStartable }, index) => (isStartable ? index : []))[page.limit - 1];
    const isCut = inspected.length >= mostInspected;
    const seen = last === undefined ? inspected.length - (isCut ? 1 : 0) : last + 1;
    const { rows, ...next } = cutPage(list, { ...page, limit: seen }, inspected, keyOf(since));
    const found = rows.filter(({ isStartable }) => isStartable);
    const claims = await liveClaims(
      db,
      actor.workspaceId,
      found.map(({ row }) => row.id),
    );
    const claimOf = new Map(claims.map((claim) => [claim.spec_id, claim]));
    const inScope = ({ specs }: OpenCycle) =>
      specs.some(
        ({ project_id, plan_id }) =>
          (scope.projectId ?? project_id) === project_id && (scope.planId ?? plan_id) === plan_id,
      );
    const cycles = page.after ? [] : openCycles.filter(inScope).map(presentCycle);
    return {
      specs: found.map(({ row }) => presentNext(row, claimOf.get(row.id))),
      ...(cycles.length > 0 ? { cycles } : {}),
      ...next,
    };
  },
  { cacheable: true },
);

/** Identifies the list with its filters for cursors. */
const listOf = (
  { projectId, planId }: Scope,
  { minReadiness, maxEffort, status, awaitsReview }: Query,
): string =>
  [listNext.id, projectId, planId, minReadiness, maxEffort, status, ...(awaitsReview ? ["awaiting"] : [])]
    .map((part) => part ?? "")
    .join(" ");

interface Inspected {
  row: Candidate;
  /** 0 for free specs, 1 for those that are claimed, or were since the first page. */
  part: 0 | 1;
  isStartable: boolean;
}

interface Inspection {
  scope: Scope;
  openCycles: readonly OpenCycle[];
  query: Query;
  after: Key | null;
  limit: number;
}

/** Inspects specs that wait for nothing counted, in order, until one more can be started than the page shows. */
async function inspect(
  db: Db,
  actor: Actor,
  { scope, openCycles, query, after, limit }: Inspection,
): Promise<Inspected[]> {
  const { minReadiness = 1, maxEffort, status = "all", awaitsReview = false } = query;
  const isWaiting = waitingElsewhere(db, actor, async () => openCycles);
  const inspected: Inspected[] = [];
  // Those that were claimed since the first page and are free again are in both parts.
  const free = new Set<string>();
  let startable = 0;
  const turn = takeTurns();
  const [first = 0, since, ...key] = after ?? [];
  for (const part of [0, 1] as const) {
    if (part < numberOf(first)) continue;
    let from: Key | null = after !== null && part === first ? key : null;
    while (startable <= limit && inspected.length < mostInspected) {
      await turn();
      const asked = Math.min(Math.max(atOnce, limit + 1 - startable), mostInspected - inspected.length);
      const filter = { scope, status, minReadiness, maxEffort, awaitsReview, claimed: part === 1, since };
      const rows = await startableAfter(db, actor, filter, from, asked);
      const waiting = awaitsReview ? new Set() : await isWaiting(rows);
      for (const row of rows) {
        if (free.has(row.id)) continue;
        if (part === 0) free.add(row.id);
        const isStartable = !waiting.has(row.id);
        if (isStartable) startable++;
        inspected.push({ row, part, isStartable });
      }
      const last = rows.at(-1);
      if (!last || rows.length < asked) break;
      from = [last.plan_id, last.position, last.id];
    }
  }
  return inspected;
}

/** `since` is the time of the first page, by the database's clock. */
const keyOf =
  (since: string) =>
  ({ part, row }: Inspected): Key => [part, since, row.plan_id, row.position, row.id];

const presentCycle = (cycle: OpenCycle): NextCycle => ({
  specs: handlesInCycle(cycle),
  message: sayCycle(cycle),
});

function presentNext(row: Candidate, claim: LiveClaim | undefined): NextSpec {
  return {
    id: row.id,
    projectSlug: row.slug,
    planShortId: planHandle(row.plan_number),
    planName: row.plan_name,
    specShortId: specHandle(row.number),
    title: row.title,
    effort: row.effort,
    readiness: row.readiness,
    status: row.status,
    claim: claim ? presentLive(claim) : null,
    awaitsReview: row.awaits_review === 1,
  };
}
