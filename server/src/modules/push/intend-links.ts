import { now } from "../../ids.ts";
import type { Batch, Intent } from "./intents.ts";
import { directParent, heldPlaces, holdingToo, parentOf, pathOf } from "./place.ts";
import type { PushOptions, StepRow } from "./runs.ts";
import type { Changes, StepItem } from "./step-items.ts";
import type { Placement, Sort } from "./trackers/tracker.ts";

/** A place is repeatable: what is there already is told apart by the adapter. */
export function intendPlace(batch: Batch, at: StepItem): void {
  const { step, item } = at;
  const path = pathOf(step);
  const child = batch.externals.get(step.entity_id);
  const isPlaced = item?.state === "sent" && item.pushed_hash === step.hash && step.action === "link";
  const isLacking = step.action === "link" && !batch.externals.has(path.at(-1) ?? "");
  if (isPlaced || !child || isLacking) {
    batch.steps.push({ at, state: isPlaced ? "sent" : "skipped" });
    return;
  }
  const parent = step.action === "link" ? parentOf(path, batch.externals) : null;
  // What lay under something that has no issue any more lies where the tracker has put it.
  const held = heldPlaces(item)?.filter(
    (place) => place === "" || batch.externals.has(directParent(place) ?? ""),
  );
  const { onConflict } = JSON.parse(batch.push.options) as PushOptions;
  const placement: Placement = {
    ...{ sort: sortOf(step), child, parent, overwrite: onConflict === "overwrite" },
    held: held?.map((place) => (place === "" ? null : parentOf(place.split(" "), batch.externals))) ?? null,
  };
  batch.moving.add(step.entity_id);
  const place = step.action === "link" ? step.hash : "";
  intendToSend(
    batch,
    at,
    { go: "place", position: step.position, placement },
    { held: holdingToo(item, place) },
  );
}

/** A need is repeatable as well. */
export function intendNeed(batch: Batch, at: StepItem): void {
  const { step } = at;
  const issue = batch.externals.get(step.entity_id);
  const needed = batch.externals.get(step.other_id ?? "");
  if (!issue || !needed) {
    batch.steps.push({ at, state: "skipped" });
    return;
  }
  const sort: Sort = step.kind === "plan_dependency" ? "container" : "item";
  intendToSend(batch, at, { go: "need", position: step.position, need: { sort, issue, needed } });
}

const sortOf = (step: StepRow): Sort => (step.entity_id === step.plan_id ? "container" : "item");

function intendToSend(batch: Batch, at: StepItem, intent: Intent, more: Changes = {}): void {
  const changes = { state: "sending", sending_hash: at.step.hash, sending_at: now(), ...more };
  batch.items.push({ at, changes });
  batch.steps.push({ at, state: "sending" });
  batch.intents.push(intent);
}
