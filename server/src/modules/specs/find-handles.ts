import { findHandles, type NamedItem, type SpecStatus } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import { type Db, isOneOf, tableOf } from "../../storage/dialect.ts";
import { handleNumber, planHandle, specHandle } from "../handles.ts";
import { plansReadableBy } from "../plans/access.ts";

/** Finds plans and specs by their handles, in two queries for any number of them. */
export const handlesFind = read(
  findHandles,
  async (db, actor, { query }) => {
    const asked = [...new Set(query.handles.split(","))].flatMap(numbersOf);
    const plans = await plansOf(db, actor, asked);
    const named = asked.flatMap(({ plan, spec }) => {
      const found = plans.get(plan);
      return found && spec !== null ? [keyOf(found.id, spec)] : [];
    });
    const specs = await specsOf(db, actor, named);
    const items = asked.flatMap(({ plan: planNumber, spec: specNumber }): NamedItem[] => {
      const plan = plans.get(planNumber);
      const found = plan && specNumber !== null ? specs.get(keyOf(plan.id, specNumber)) : plan;
      if (!plan || !found) return [];
      const planShortId = planHandle(planNumber);
      const specShortId = specNumber === null ? undefined : specHandle(specNumber);
      return [
        {
          handle: specShortId === undefined ? planShortId : `${planShortId}/${specShortId}`,
          kind: specShortId === undefined ? "plan" : "spec",
          title: found.title,
          status: found.status,
          archivedAt: plan.archived_at,
          projectSlug: plan.slug,
          planShortId,
          ...(specShortId === undefined ? {} : { specShortId }),
        },
      ];
    });
    return { items };
  },
  { cacheable: true },
);

interface Numbers {
  plan: number;
  /** Null for the plan itself. */
  spec: number | null;
}

/** Returns the numbers of a handle, or none if it is malformed. */
function numbersOf(handle: string): Numbers[] {
  const [plan = "", spec, ...rest] = handle.split("/");
  const planNumber = handleNumber("PLAN", plan);
  const specNumber = spec === undefined ? null : handleNumber("SPEC", spec);
  const isMalformed = planNumber === null || (spec !== undefined && specNumber === null) || rest.length > 0;
  return isMalformed ? [] : [{ plan: planNumber, spec: specNumber }];
}

async function plansOf(db: Db, actor: Actor, asked: readonly Numbers[]) {
  const numbers = [...new Set(asked.map(({ plan }) => plan))];
  const rows = await plansReadableBy(db, actor)
    .clearSelect()
    .select(["plans.id", "plans.number", "plans.name as title", "plans.status", "plans.archived_at"])
    .select("projects.slug")
    .where(isOneOf(db, "plans.number", numbers))
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** A plan's id, which has 36 characters, and a spec's number, which both databases can take apart. */
const keyOf = (planId: string, specNumber: number) => planId + specNumber.toString();

interface NamedSpec {
  key: string;
  title: string;
  status: SpecStatus;
}

async function specsOf(db: Db, { workspaceId }: Actor, keys: readonly string[]) {
  if (keys.length === 0) return new Map<string, NamedSpec>();
  const { rows } = await sql<NamedSpec>`
    select entry.value as key, specs.title, specs.status
    from ${tableOf(db, keys)} as entry cross join specs
    where specs.workspace_id = ${workspaceId} and specs.plan_id = substr(entry.value, 1, 36)
      and specs.number = cast(substr(entry.value, 37) as integer)`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}
