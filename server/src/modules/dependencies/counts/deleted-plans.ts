import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { noteTouched } from "./touched.ts";

/** Notes who needs plans that are about to be deleted: their dependencies go with them. */
export async function noteDeletedPlans(
  tx: Tx,
  { workspace_id, parent_plan_id }: { workspace_id: string; parent_plan_id: string | null },
  plans: readonly string[],
): Promise<void> {
  const needing = await tx
    .selectFrom("dependencies")
    .select(["from_id", "kind"])
    .where("workspace_id", "=", workspace_id)
    .where(isOneOf(tx, "to_plan_id", plans))
    .whereRef("from_plan_id", "<>", "to_plan_id")
    .execute();
  for (const { kind, from_id } of needing)
    noteTouched(tx, kind === "plan" ? "planNeeds" : "needing", [from_id]);
  if (parent_plan_id !== null) noteTouched(tx, "planNeeds", [parent_plan_id]);
}
