import { type ListedSpec, listAllSpecs } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { read } from "../../../dispatch/handlers.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { planHandle } from "../../handles.ts";
import { plansReadableBy } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { presentSpecs } from "../present.ts";
import { filterOf } from "./filter.ts";
import { pageOfSpecs } from "./page-of-specs.ts";

export const specsListAll = read(
  listAllSpecs,
  async (db, actor, { query }) => {
    const { limit: _limit, cursor: _cursor, sort = "updated", ...filters } = query;
    const filter = await filterOf(db, actor, query);
    const list = JSON.stringify([listAllSpecs.id, sort, filters]);
    const wanted = { list, query, filter, sort, archived: false };
    const { items: specs, ...next } = await pageOfSpecs(db, actor, wanted, (rows) => listed(db, actor, rows));
    return { specs, ...next };
  },
  { cacheable: true },
);

/** Presents specs with the names of their plans, without specs of plans that the actor can't read any more. */
async function listed(db: Db, actor: Actor, rows: SpecRow[]): Promise<ListedSpec[]> {
  const specs = await presentSpecs(db, actor.workspaceId, rows);
  const plans = await plansReadableBy(db, actor)
    .clearSelect()
    .select(["plans.id", "plans.number", "plans.name", "projects.slug"])
    .where(isOneOf(db, "plans.id", [...new Set(rows.map(({ plan_id }) => plan_id))]))
    .execute();
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  return specs.flatMap((spec, index) => {
    const plan = planOf.get(rows[index]?.plan_id ?? "");
    if (!plan) return [];
    const { slug: projectSlug, number, name: planName } = plan;
    return [{ ...spec, projectSlug, planShortId: planHandle(number), planName }];
  });
}
