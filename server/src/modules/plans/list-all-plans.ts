import { listAllPlans } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import { read } from "../../dispatch/handlers.ts";
import { planHandle } from "../handles.ts";
import { type Key, pageOf } from "../paging.ts";
import { plansReadableBy } from "./access.ts";
import { scopeOf } from "./scope.ts";

/** Lists plans across projects, without their texts. */
export const plansListAll = read(
  listAllPlans,
  async (db, actor, { query }) => {
    const { status, open = false, template = false } = query;
    const { projectId } = await scopeOf(db, actor, query);
    let found = plansReadableBy(db, actor)
      .where("plans.archived_at", "is", null)
      .where("root.template", "=", template ? 1 : 0)
      .clearSelect()
      .select(["plans.id", "plans.number", "plans.name", "plans.status", "plans.spec_count", "projects.slug"])
      .orderBy("plans.id");
    if (projectId) found = found.where("plans.project_id", "=", projectId);
    if (status) found = found.where("plans.status", "=", status);
    // A literal, as in the index of open plans.
    if (open) found = found.where(sql<SqlBool>`plans.status <> 'DONE'`);
    const list = [
      listAllPlans.id,
      projectId ?? "",
      status ?? "",
      open,
      ...(template ? ["template"] : []),
    ].join(" ");
    const fetch = ([after = ""]: Key, limit: number) =>
      found.where("plans.id", ">", String(after)).limit(limit).execute();
    const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
    const plans = rows.map((row) => ({
      projectSlug: row.slug,
      shortId: planHandle(row.number),
      name: row.name,
      status: row.status,
      specCount: row.spec_count,
    }));
    return { plans, ...next };
  },
  { cacheable: true },
);
