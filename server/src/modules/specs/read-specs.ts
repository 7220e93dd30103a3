import { getSpec, listSpecs, version } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { lastEventOf } from "../../events/append.ts";
import { pageOf, readPage } from "../paging.ts";
import { readablePlan } from "../plans/access.ts";
import { readableSpec } from "./access.ts";
import { presentSpec, presentSpecs } from "./present.ts";
import { listSpecRows } from "./store.ts";

const listOf = (plan: { id: string }) => `${listSpecs.id} ${plan.id}`;

export const specsList = read(
  listSpecs,
  async (db, actor, { params, query }) => {
    const plan = await readablePlan(db, actor, params);
    const { rows, ...next } = await pageOf(
      listOf(plan),
      query,
      (after, limit) => listSpecRows(db, plan, after, limit),
      (row) => [row.position, row.id],
    );
    return { specs: await presentSpecs(db, actor.workspaceId, rows), ...next };
  },
  {
    lasting: true,
    // Whatever changes the specs of a plan, or what they need in it, leaves an event of the plan.
    tag: async (db, actor, { params, query }) => {
      const plan = await readablePlan(db, actor, params);
      readPage(listOf(plan), query); // A bad cursor is 400 before anything else is told.
      return `${(await lastEventOf(db, plan)).slice(0, 32)}-${version}`;
    },
  },
);

export const specGet = read(
  getSpec,
  async (db, actor, { params }) => {
    const { spec } = await readableSpec(db, actor, params);
    return { spec: await presentSpec(db, spec) };
  },
  { lasting: true },
);
