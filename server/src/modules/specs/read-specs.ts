import { getSpec, listSpecs, version } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { lastEventOf } from "../../events/append.ts";
import { type Key, longRows, pageOf, presentedPage, readPage } from "../paging.ts";
import { readablePlan } from "../plans/access.ts";
import { readableSpec } from "./access.ts";
import { presentSpec, presentSpecs, withCriteria } from "./present.ts";
import { listSpecRows, specsWithRef } from "./store.ts";

const listOf = (plan: { id: string }, ref = "") => `${listSpecs.id} ${plan.id} ${ref}`;

export const specsList = read(
  listSpecs,
  async (db, actor, { params, query }) => {
    const plan = await readablePlan(db, actor, params);
    const { externalRef: ref } = query;
    const list = listOf(plan, ref);
    const keyOf = ({ position, id }: { position: number; id: string }): Key => [position, id];
    const page = await pageOf(
      list,
      query,
      (after, limit) =>
        ref === undefined
          ? listSpecRows(db, plan, after, limit)
          : specsWithRef(db, { workspaceId: plan.workspace_id, planId: plan.id, ref }),
      keyOf,
      longRows,
    );
    const presented = await presentSpecs(db, actor.workspaceId, page.rows);
    const { items: specs, ...next } = presentedPage(list, page, keyOf, presented);
    return { specs, ...next };
  },
  {
    cacheable: true,
    // Every change of a plan's specs, or of their needs in it, leaves an event of the plan.
    tag: async (db, actor, { params, query }) => {
      const plan = await readablePlan(db, actor, params);
      readPage(listOf(plan, query.externalRef), query); // A bad cursor is 400 before anything else is told.
      return `${(await lastEventOf(db, plan)).slice(0, 32)}-${version}`;
    },
  },
);

export const specGet = read(
  getSpec,
  async (db, actor, { params }) => {
    const { spec } = await readableSpec(db, actor, params);
    return { spec: withCriteria(await presentSpec(db, spec)) };
  },
  { cacheable: true },
);
