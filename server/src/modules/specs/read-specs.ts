import { getSpec, listSpecs } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { cutPage, readPage, rowsWanted } from "../paging.ts";
import { readablePlan } from "../plans/access.ts";
import { readableSpec } from "./access.ts";
import { presentSpec, presentSpecs } from "./present.ts";
import { listSpecRows } from "./store.ts";

export const specsList = read(listSpecs, async (db, actor, { params, query }) => {
  const plan = await readablePlan(db, actor, params);
  const list = `${listSpecs.id} ${plan.id}`;
  const page = readPage(list, query);
  const found = await listSpecRows(db, plan, page.after, rowsWanted(page));
  const { rows, ...next } = cutPage(list, page, found, (row) => [row.position, row.id]);
  return { specs: await presentSpecs(db, actor.workspaceId, rows), ...next };
});

export const specGet = read(getSpec, async (db, actor, { params }) => {
  const { spec } = await readableSpec(db, actor, params);
  return { spec: await presentSpec(db, spec) };
});
