import { sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import { inField, notFound } from "../../../errors.ts";
import { type Tx, tableOf } from "../../../storage/dialect.ts";
import { handleNumber, planHandle, specHandle } from "../../handles.ts";
import { type PlanRow, readablePlanIds } from "../../plans/access.ts";
import { specIds } from "./references.ts";

/** A spec named by another one, which needs it or lies under it. */
export interface NamedSpec {
  id: string;
  plan: Pick<PlanRow, "workspace_id" | "id" | "number" | "archived_at">;
  /** JSON Pointer of the reference. */
  path: string;
}

/** Returns the spec of a reference at a JSON Pointer, or throws 404. */
export type FindSpec = (reference: string, path: string) => NamedSpec;

/**
 * Resolves references in a few queries: a `ref` of the same batch first, then a handle or id in the plan, or
 * `PLAN-<n>/SPEC-<n>` of any plan that the actor can read.
 */
export async function findSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  references: readonly string[],
  idOfRef: ReadonlyMap<string, string> = new Map(),
): Promise<FindSpec> {
  const outside = [...new Set(references.filter((reference) => !idOfRef.has(reference)))];
  const idOf = await specIds(tx, plan, outside);
  const elsewhere = await specsElsewhere(tx, actor, plan, outside);
  return (reference, path) => {
    const id = idOfRef.get(reference) ?? idOf.get(reference);
    const found = id === undefined ? elsewhere.get(reference) : { id, plan };
    if (!found) throw inField(path, notFound("spec in this plan"));
    return { id: found.id, plan: found.plan, path };
  };
}

/** Returns specs by `PLAN-<n>/SPEC-<n>`. */
async function specsElsewhere(
  tx: Tx,
  actor: Actor,
  home: PlanRow,
  references: readonly string[],
): Promise<Map<string, Pick<NamedSpec, "id" | "plan">>> {
  const numbers = references.flatMap((reference) => {
    const [plan = "", spec = "", ...rest] = reference.split("/");
    const [planNumber, specNumber] = [handleNumber("PLAN", plan), handleNumber("SPEC", spec)];
    if (planNumber === null || specNumber === null || rest.length > 0) return [];
    // Ten digits and the rest, which both databases can unpack.
    return [String(planNumber).padStart(10, "0") + String(specNumber)];
  });
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select specs.id, specs.number as spec_number, plans.id as plan_id, plans.number, plans.archived_at
    from ${tableOf(tx, numbers)} as entry
      cross join plans cross join specs
    where plans.workspace_id = ${actor.workspaceId}
      and plans.number = cast(substr(entry.value, 1, 10) as integer)
      and specs.workspace_id = plans.workspace_id and specs.plan_id = plans.id
      and specs.number = cast(substr(entry.value, 11) as integer)`.execute(tx);
  const planIds = rows.map(({ plan_id }) => plan_id);
  const readable = await readablePlanIds(tx, actor, planIds);
  return new Map(
    rows
      .filter(({ plan_id }) => readable.has(plan_id))
      .map(({ id, spec_number, plan_id, number, archived_at }) => {
        const plan = { workspace_id: actor.workspaceId, id: plan_id, number, archived_at };
        const handle = `${planHandle(number)}/${specHandle(spec_number)}`;
        return [handle, { id, plan: plan_id === home.id ? home : plan }];
      }),
  );
}

interface Found {
  id: string;
  spec_number: number;
  plan_id: string;
  number: number;
  archived_at: string | null;
}
