import { updateSpecs } from "@groundplan/contract";
import { type Write, write } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { specHandle } from "../handles.ts";
import { readablePlan, requireEdit } from "../plans/access.ts";
import { syncPlanStatus } from "../plans/status.ts";
import type { SpecRow } from "./access.ts";
import { textColumns } from "./derived-columns.ts";
import { aboutSpec } from "./events.ts";
import { presentSpecs } from "./present.ts";
import { specIds } from "./references.ts";
import { specsOfIds, updateSpecRow } from "./store.ts";
import { areLong, completeSpecs, type WrittenSpecs } from "./written-specs.ts";

const update: Write<typeof updateSpecs, WrittenSpecs>["run"] = async (tx, actor, { params, body }) => {
  const plan = await readablePlan(tx, actor, params);
  const idOf = await specIds(tx, plan, body.specShortIds);
  const unknown = body.specShortIds.flatMap((reference, at) => (idOf.has(reference) ? [] : [at]));
  if (unknown.length > 0) throw unknownSpecs(body.specShortIds, unknown);
  requireEdit(plan);
  const ids = [...new Set(body.specShortIds.flatMap((reference) => idOf.get(reference) ?? []))];
  const rows = new Map((await specsOfIds(tx, plan, ids)).map((row) => [row.id, row]));
  const after: SpecRow[] = [];
  const started: SpecRow[] = [];
  const events: NewEvent[] = [];
  for (const spec of ids.flatMap((id) => rows.get(id) ?? [])) {
    const { status = spec.status, effort = spec.effort } = body.changes;
    const changed = [
      ...(status === spec.status ? [] : ["status"]),
      ...(effort === spec.effort ? [] : ["effort"]),
    ];
    if (changed.length === 0) {
      after.push(spec);
      continue;
    }
    const columns = effort === spec.effort ? {} : textColumns({ ...spec, effort });
    const changes = { ...columns, status, updated_at: now() };
    await updateSpecRow(tx, spec, changes);
    const row = { ...spec, ...changes };
    after.push(row);
    const fromTo = status === spec.status ? {} : { from: spec.status, to: status };
    if (status !== spec.status) started.push(row);
    const data = { shortId: specHandle(spec.number), changed, ...fromTo };
    events.push({ type: "spec.updated", ...aboutSpec(plan, row), data });
  }
  const statusEvents = started.length > 0 ? await syncPlanStatus(tx, plan, started) : [];
  await appendEvents(tx, actor, [...events, ...statusEvents]);
  return areLong(after) ? { specIds: ids } : { specs: await presentSpecs(tx, actor.workspaceId, after) };
};

const unknownSpecs = (named: readonly string[], unknown: readonly number[]): ApiError =>
  new ApiError(
    "not_found",
    `The plan has no ${unknown
      .map((at) => named[at])
      .join(", ")
      .slice(0, 200)}. Nothing was changed.`,
    unknown.map((at) => ({ path: `/specShortIds/${at}`, message: "is no spec of this plan" })),
  );

/** Changes the status or effort of several specs, all or none. */
export const specsUpdate = write(updateSpecs, update, { complete: completeSpecs });
