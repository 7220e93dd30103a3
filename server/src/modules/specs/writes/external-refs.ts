import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import { specHandle } from "../../handles.ts";
import type { PlanRow } from "../../plans/access.ts";
import { refuseTaken } from "../../refuse-taken-refs.ts";
import { deletedHolders } from "../deleted/rows.ts";

/** A requested reference, with its field's JSON Pointer. */
interface WantedRef {
  ref: string | null | undefined;
  path: string;
}

/** Throws 409 for an `externalRef` that is taken in the plan (decisions section 3, spec fields). */
export async function requireFreeRefs(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  wanted: readonly WantedRef[],
): Promise<void> {
  const refs = wanted.flatMap(({ ref }) => ref ?? []);
  if (refs.length === 0) return;
  const rows = await tx
    .selectFrom("specs")
    .select(["number", "external_ref"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where(isOneOf(tx, "external_ref", refs))
    .execute();
  const deleted = await deletedHolders(tx, plan.workspace_id, [plan.id], refs);
  const holders = new Map<string | null, string>([
    ...rows.map((row) => [row.external_ref, `${specHandle(row.number)} of the plan`] as const),
    ...deleted.map(
      (row) => [row.external_ref, `The deleted ${specHandle(row.number)}, which can be restored,`] as const,
    ),
  ]);
  refuseTaken(
    wanted.flatMap(({ ref, path }) => {
      if (typeof ref !== "string") return [];
      const holder = holders.get(ref);
      if (holder) return [{ path, holder }];
      holders.set(ref, "Another spec of this batch");
      return [];
    }),
  );
}
