import {
  findSource,
  getPlanSource,
  getProjectSource,
  getSource,
  listContext,
  listPlanContext,
  listProjectContext,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import { readableSource, readableSourceOfId, type SourcePath } from "./access.ts";
import { presentSource, presentWithText } from "./present.ts";
import { readableScope, type ScopePath } from "./source-scope.ts";
import { listShown } from "./store.ts";

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** Lists a scope's own and inherited sources by creation. */
async function list(db: Db, actor: Actor, { params, query }: { params: ScopePath; query: Page }) {
  const scope = await readableScope(db, actor, params);
  const fetch = ([after = ""]: Key, limit: number) => listShown(db, scope, String(after), limit);
  const { rows, ...next } = await pageOf(`context ${scope.id}`, query, fetch, (row) => [row.id]);
  return { sources: rows.map(presentSource), ...next };
}

async function get(
  db: Db,
  actor: Actor,
  input: { params: SourcePath; query: { offset?: number | undefined } },
) {
  const { source } = await readableSource(db, actor, input.params);
  return { source: await presentWithText(db, source, input.query.offset) };
}

async function find(
  db: Db,
  actor: Actor,
  { params, query }: { params: { sourceId: string }; query: { offset?: number | undefined } },
) {
  const source = await readableSourceOfId(db, actor, params.sourceId);
  return { source: await presentWithText(db, source, query.offset) };
}

const cacheable = { cacheable: true } as const;

export const readSources = [
  read(listContext, list, cacheable),
  read(listProjectContext, list, cacheable),
  read(listPlanContext, list, cacheable),
  read(getSource, get, cacheable),
  read(getProjectSource, get, cacheable),
  read(getPlanSource, get, cacheable),
  read(findSource, find, cacheable),
];
