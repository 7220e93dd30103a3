import { type Db, isOneOf } from "../../storage/dialect.ts";
import { handleNumber, specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";

/** The ids of specs of a plan that a body names, each by handle or id; what is not there is left out. */
export async function specIds(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  named: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  if (named.length === 0) return known;
  const numbers = named.flatMap((reference) => handleNumber("SPEC", reference) ?? []);
  const rows = await db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where((where) =>
      where.or([isOneOf(db, "id", named), isOneOf(db, "number", numbers.length > 0 ? numbers : [0])]),
    )
    .execute();
  for (const row of rows) {
    known.set(row.id, row.id);
    known.set(specHandle(row.number), row.id);
  }
  return known;
}
