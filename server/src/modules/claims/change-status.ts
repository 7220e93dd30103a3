import type { SpecStatus } from "@groundplan/contract";
import type { NewEvent } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import { syncPlanStatus } from "../plans/status.ts";
import type { SpecRow } from "../specs/access.ts";
import { aboutSpec } from "../specs/events.ts";
import { setSpecStatus } from "../specs/writes/set-status.ts";

/** Sets the status of a claimed spec and updates its plan's. Returns the events for the caller to append. */
export async function changeStatus(
  tx: Tx,
  plan: Parameters<typeof syncPlanStatus>[1],
  spec: SpecRow,
  to: SpecStatus,
): Promise<NewEvent[]> {
  const planEvents = async () => syncPlanStatus(tx, plan, [{ status: to }]);
  if (spec.status === to) return planEvents();
  await setSpecStatus(tx, spec, to);
  return [
    {
      type: "spec.updated",
      ...aboutSpec(plan, spec),
      data: { shortId: specHandle(spec.number), changed: ["status"], from: spec.status, to },
    },
    ...(await planEvents()),
  ];
}
