import { createSpec, createSpecBatch } from "@groundplan/contract";
import { write } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { only } from "../only.ts";
import { readablePlan } from "../plans/access.ts";
import { followSpecs } from "../plans/status.ts";
import { specCreated } from "./events.ts";
import { addSpecs } from "./new-specs.ts";
import { presentSpec, presentSpecs } from "./present.ts";

export const specCreate = write(createSpec, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const spec = only(await addSpecs(tx, actor, plan, [body], () => ""));
  const statusEvents = await followSpecs(tx, plan, spec.status === "IN_PROGRESS");
  await appendEvents(tx, actor, [specCreated(plan, spec), ...statusEvents]);
  return { spec: await presentSpec(tx, spec) };
});

/** Up to 500 specs, all or nothing: one that can't be made takes the whole batch back. */
export const specBatch = write(createSpecBatch, async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const specs = await addSpecs(tx, actor, plan, body.specs, (at) => `/specs/${at}`);
  const statusEvents = await followSpecs(
    tx,
    plan,
    specs.some((spec) => spec.status === "IN_PROGRESS"),
  );
  await appendEvents(tx, actor, [...specs.map((spec) => specCreated(plan, spec)), ...statusEvents]);
  return { specs: await presentSpecs(tx, actor.workspaceId, specs) };
});
