import { hash } from "node:crypto";
import { getSpec, type Input, listSpecs, version } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import { lastEventOf } from "../../events/append.ts";
import type { Db } from "../../storage/dialect.ts";
import { leasesOf } from "../claims/live-claims.ts";
import { stateOfLabels } from "../labels/state-of-labels.ts";
import { type Key, longRows, pageOf, presentedPage, readPage } from "../paging.ts";
import { type PlanRow, readablePlan } from "../plans/access.ts";
import { readersOf } from "../plans/readers.ts";
import { readableSpec } from "./access.ts";
import { type ListedRow, listDeleted, peopleOfDeleted } from "./deleted/rows.ts";
import { filterOf } from "./lists/filter.ts";
import { pageOfSpecs } from "./lists/page-of-specs.ts";
import { presentDeleted, presentSpec, presentSpecs, withCriteria } from "./present.ts";
import { listSpecRows, specsWithRef } from "./store.ts";

/** Identifies the list for cursors. */
const listOf = (plan: { id: string }, query: ListQuery) => {
  const { externalRef = "", deleted, awaitsReview } = query;
  const filters = isFiltered(query) ? JSON.stringify(filtersOf(query)) : "";
  return `${listSpecs.id} ${plan.id} ${deleted ? "deleted " : ""}${awaitsReview ? "awaiting " : ""}${externalRef}${filters}`;
};

type ListQuery = Input<typeof listSpecs>["query"];

/** Returns the filters and the order that lists across plans have, too. */
const filtersOf = ({
  limit: _limit,
  cursor: _cursor,
  externalRef: _ref,
  deleted: _deleted,
  awaitsReview: _awaits,
  ...rest
}: ListQuery) => rest;

const isFiltered = (query: ListQuery): boolean =>
  Object.values(filtersOf(query)).some((value) => value !== undefined);

export const specsList = read(
  listSpecs,
  async (db, actor, { params, query }) => {
    const plan = await readablePlan(db, actor, params);
    const { externalRef: ref } = query;
    const list = listOf(plan, query);
    if (query.deleted) return deletedSpecs(db, plan, list, query);
    if (isFiltered(query)) return filteredSpecs(db, actor, plan, list, query);
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
      // Changes of labels, of who reads the root and of names append no event of the plan; days pass.
      const more = [
        await stateOfLabels(db, plan.workspace_id),
        plan.root_visibility === "TEAM" ? "" : JSON.stringify(await readersOf(db, plan)),
        query.due ? new Date().toISOString().slice(0, 10) : "",
        query.deleted ? JSON.stringify(await peopleOfDeleted(db, plan)) : "",
      ];
      const state = more.join("");
      return state === "" ? tag : `${tag}-${hash("sha256", state, "base64url").slice(0, 16)}`;
    },
  },
);

async function filteredSpecs(db: Db, actor: Actor, plan: PlanRow, list: string, query: ListQuery) {
  const { sort = "position" as const, awaitsReview } = query;
  const filter = { ...(await filterOf(db, actor, query)), planIds: [plan.id], awaitsReview };
  const wanted = { list, query, filter, sort, archived: true };
  const { items: specs, ...next } = await pageOfSpecs(db, actor, wanted, (rows) =>
    presentSpecs(db, actor.workspaceId, rows),
  );
  return { specs, ...next };
}

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
