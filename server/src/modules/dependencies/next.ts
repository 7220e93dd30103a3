import { type Input, listNext, type NextCycle, type NextSpec } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { type LiveClaim, liveClaims, presentLive } from "../claims/live-claims.ts";
import { planHandle, specHandle } from "../handles.ts";
import { cutPage, type Key, numberOf, readPage } from "../paging.ts";
import { type Scope, scopeOf } from "../plans/scope.ts";
import { danglingOf, readinessOf } from "../specs/effective-readiness.ts";
import { needsOf } from "../specs/needs.ts";
import { blockedSpecs, type Candidate, openSpecsAfter } from "./next-rows.ts";
import { findOpenCycles, handlesInCycle, type OpenCycle, sayCycle } from "./open-cycles.ts";

/** Open specs inspected together. */
const atOnce = 500;
/** Open specs inspected per page, above which it ends early. */
const mostInspected = 20_000;

type Query = Input<typeof listNext>["query"];

/** Lists specs that can be started, free ones before claimed ones (docs/decisions/graph.md, next). */
export const nextList = read(
  listNext,
  async (db, actor, { query }) => {
    const scope = await scopeOf(db, actor, query);
    const list = listOf(scope, query);
    const page = readPage(list, query);
    const openCycles = await findOpenCycles(db, actor);
    const inspected = await inspect(db, actor, { scope, openCycles, query, ...page });
    const last = inspected.flatMap(({ readiness }, index) => (readiness === null ? [] : [index]))[
      page.limit - 1
    ];
    const isCut = inspected.length >= mostInspected;
    const seen = last === undefined ? inspected.length - (isCut ? 1 : 0) : last + 1;
    const { rows, ...next } = cutPage(list, { ...page, limit: seen }, inspected, keyOf);
    const found = rows.filter((spec) => spec.readiness !== null);
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
      specs: found.map(({ row, readiness }) => presentNext(row, readiness, claimOf.get(row.id))),
      ...(cycles.length > 0 ? { cycles } : {}),
      ...next,
    };
  },
  { cacheable: true },
);

/** Identifies the list with its filters for cursors. */
const listOf = ({ projectId, planId }: Scope, { minReadiness, maxEffort, status }: Query): string =>
  [listNext.id, projectId, planId, minReadiness, maxEffort, status].map((part) => part ?? "").join(" ");

interface Inspected {
  row: Candidate;
  /** 0 for free specs, 1 for claimed ones. */
  part: 0 | 1;
  /** Null if the spec can't be started, or isn't ready enough. */
  readiness: number | null;
}

interface Inspection {
  scope: Scope;
  openCycles: readonly OpenCycle[];
  query: Query;
  after: Key | null;
  limit: number;
}

/** Inspects open specs in order, until one more can be started than the page shows. */
async function inspect(
  db: Db,
  actor: Actor,
  { scope, openCycles, query, after, limit }: Inspection,
): Promise<Inspected[]> {
  const { minReadiness = 1, maxEffort, status = "all" } = query;
  // Otherwise a spec in a cycle with unreadable specs would seem startable.
  const inCycles = new Set(openCycles.flatMap(({ specs }) => specs.map(({ id }) => id)));
  const inspected: Inspected[] = [];
  let startable = 0;
  const turn = takeTurns();
  const [first = 0, ...key] = after ?? [];
  for (const part of [0, 1] as const) {
    if (part < numberOf(first)) continue;
    let from: Key | null = after !== null && part === first ? key : null;
    while (startable <= limit && inspected.length < mostInspected) {
      await turn();
      const asked = Math.min(atOnce, mostInspected - inspected.length);
      const filter = { scope, status, maxEffort, claimed: part === 1 };
      const rows = await openSpecsAfter(db, actor, filter, from, asked);
      const blocked = (await blockedSpecs(db, actor, rows)).union(inCycles);
      const needs = await needsOf(db, actor.workspaceId, rows);
      for (const row of rows) {
        const grade = readinessOf(row, danglingOf(needs(row)), row.has_open_questions === 1);
        const readiness = blocked.has(row.id) || grade < minReadiness ? null : grade;
        if (readiness !== null) startable++;
        inspected.push({ row, part, readiness });
      }
      const last = rows.at(-1);
      if (!last || rows.length < asked) break;
      from = [last.plan_id, last.position, last.id];
    }
  }
  return inspected;
}

const keyOf = ({ part, row }: Inspected): Key => [part, row.plan_id, row.position, row.id];

const presentCycle = (cycle: OpenCycle): NextCycle => ({
  specs: handlesInCycle(cycle),
  message: sayCycle(cycle),
});

function presentNext(row: Candidate, readiness: number | null, claim: LiveClaim | undefined): NextSpec {
  return {
    id: row.id,
    projectSlug: row.slug,
    planShortId: planHandle(row.plan_number),
    planName: row.plan_name,
    specShortId: specHandle(row.number),
    title: row.title,
    effort: row.effort,
    readiness,
    status: row.status,
    claim: claim ? presentLive(claim) : null,
  };
}
