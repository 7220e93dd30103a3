import { createSpec } from "@groundplan/contract";
import { appendEvents } from "../../../events/append.ts";
import { expectOne } from "../../../storage/expect-one.ts";
import { readablePlan } from "../../plans/access.ts";
import { syncPlanStatus } from "../../plans/status.ts";
import { specEvent } from "../events.ts";
import { addSpecs } from "./add-specs.ts";
import { refuseFinished } from "./refuse-finished.ts";
import { writeSpec } from "./write-spec.ts";

export const specCreate = writeSpec(createSpec, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const { specs, events } = await addSpecs(tx, actor, plan, [body], () => "");
  const spec = expectOne(specs);
  await refuseFinished(tx, plan, specs, ["The spec"]);
  await appendEvents(tx, actor, [
    specEvent("spec.created", plan, spec),
    ...events,
    ...(await syncPlanStatus(tx, plan, [spec])),
  ]);
  return { spec, plan };
});
