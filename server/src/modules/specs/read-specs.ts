import { hash } from "node:crypto";
import { getSpec, type Input, listSpecs, version } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { lastEventOf } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import { leasesOf } from "../claims/live-claims.ts";
import { type Key, longRows, pageOf, presentedPage, readPage } from "../paging.ts";
import { type PlanRow, readablePlan } from "../plans/access.ts";
import { readableSpec } from "./access.ts";
import { type ListedRow, listDeleted, namesOfDeleters } from "./deleted/rows.ts";
import { presentDeleted, presentSpec, presentSpecs, withCriteria } from "./present.ts";
import { listSpecRows, specsWithRef } from "./store.ts";

/** Identifies the list for cursors. */
const listOf = (plan: { id: string }, { externalRef = "", deleted, awaitsReview }: ListQuery) =>
  `${listSpecs.id} ${plan.id} ${deleted ? "deleted " : ""}${awaitsReview ? "awaiting " : ""}${externalRef}`;

type ListQuery = Input<typeof listSpecs>["query"];

export const specsList = read(
  listSpecs,
  async (db, actor, { params, query }) => {
    const plan = await readablePlan(db, actor, params);
    const { externalRef: ref } = query;
    const list = listOf(plan, query);
    if (query.deleted) return deletedSpecs(db, plan, list, query);
    const keyOf = ({ position, id }: { position: number; id: string }): Key => [position, id];
    const page = await pageOf(
      list,
      query,
      (after, limit) =>
        ref === undefined
          ? listSpecRows(db, plan, after, limit, query.awaitsReview ? "awaiting review" : "all")
          : withRef(db, plan, ref, query),
      keyOf,
      longRows,
    );
    const presented = await presentSpecs(db, actor.workspaceId, page.rows);
    const { items: specs, ...next } = presentedPage(list, page, keyOf, presented);
    return { specs, ...next };
  },
  {
    cacheable: true,
    // Every change of a plan's specs or their needs appends an event of the plan; leases move without one.
    tag: async (db, actor, { params, query }) => {
      const plan = await readablePlan(db, actor, params);
      readPage(listOf(plan, query), query); // An invalid cursor is 400 before a 304.
      const leases = await leasesOf(db, plan);
      const tag = `${(await lastEventOf(db, plan)).slice(0, 32)}-${version}${leases}`;
      if (!query.deleted) return tag;
      // Renames append no event of the plan.
      const names = JSON.stringify(await namesOfDeleters(db, plan));
      return `${tag}-${hash("sha256", names, "base64url").slice(0, 16)}`;
    },
  },
);

async function withRef(db: Db, plan: PlanRow, ref: string, { awaitsReview }: ListQuery) {
  const rows = await specsWithRef(db, { workspaceId: plan.workspace_id, planId: plan.id, ref });
  return awaitsReview ? rows.filter(({ awaits_review }) => awaits_review === 1) : rows;
}

async function deletedSpecs(db: Db, plan: PlanRow, list: string, query: ListQuery) {
  const keyOf = ({ deleted_at, id }: ListedRow): Key => [deleted_at, id];
  const fetch = (after: Key, limit: number) => listDeleted(db, plan, query.externalRef, after, limit);
  const page = await pageOf(list, query, fetch, keyOf, longRows);
  const presented = await presentDeleted(db, plan.workspace_id, page.rows);
  const { items: specs, ...next } = presentedPage(list, page, keyOf, presented);
  return { specs, ...next };
}

export const specGet = read(
  getSpec,
  async (db, actor, { params }) => {
    const { spec } = await readableSpec(db, actor, params);
    return { spec: await withCriteria(db, actor, await presentSpec(db, spec)) };
  },
  { cacheable: true },
);
