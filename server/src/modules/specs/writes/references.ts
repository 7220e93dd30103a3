import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { handleNumber, specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";

/** Returns ids of a plan's specs by handle or id, dropping unknown ones. */
export async function specIds(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  named: readonly string[],
): Promise<Map<string, string>> {
  const idOf = new Map<string, string>();
  if (named.length === 0) return idOf;
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
    idOf.set(row.id, row.id);
    idOf.set(specHandle(row.number), row.id);
  }
  return idOf;
}
