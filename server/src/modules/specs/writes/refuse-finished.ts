import type { Tx } from "../../../storage/dialect.ts";
import { requireEvidence } from "../../evidence/require-evidence.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";

/** Throws 409 for new specs that would be done, though nothing proves them yet; `names` are in their order. */
export async function refuseFinished(
  tx: Tx,
  plan: PlanRow,
  specs: readonly SpecRow[],
  names: readonly string[],
): Promise<void> {
  const nameOf = new Map(specs.map(({ id }, index) => [id, names[index] ?? ""]));
  await requireEvidence(
    tx,
    plan,
    specs.filter(({ status }) => status === "DONE"),
    { nameOf: ({ id }) => nameOf.get(id) ?? "" },
  );
}
