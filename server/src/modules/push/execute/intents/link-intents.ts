import { now } from "../../../../ids.ts";
import type { Placement } from "../../../trackers/tracker.ts";
import { itemKindOf } from "../../ledger/kinds.ts";
import {
  directParent,
  idsOfParentKey,
  parentOf,
  pathOf,
  possibleParentKeys,
  withPossibleParentKey,
} from "../../ledger/parent-key.ts";
import { optionsOf, type StepRow } from "../../ledger/pushes.ts";
import type { Changes } from "../../ledger/put-items.ts";
import { closed, type StepItem } from "../../ledger/step-items.ts";
import { liesUnderGone } from "./gone-intents.ts";
import type { Batch, Intent } from "./intents.ts";

/** Plans an idempotent call: the adapter checks the current parent. */
export function intendParent(batch: Batch, stepItem: StepItem): void {
  const { step, item } = stepItem;
  const path = pathOf(step);
  const child = batch.externals.get(step.entity_id);
  const isPlaced = isThere(stepItem);
  const [container = ""] = path;
  const isLacking =
    step.action === "link" && ![container, path.at(-1) ?? ""].every((id) => batch.externals.has(id));
  if (isPlaced || !child || isLacking) {
    const isOurs = isPlaced && item?.push_id === batch.push.id;
    const waits = isPlaced || !child ? null : liesUnderGone(batch, stepItem);
    batch.steps.push(waits ?? closed(stepItem, isOurs ? "placedByCreate" : "nothingToDo"));
    return;
  }
  const parent = step.action === "link" ? parentOf(path, batch.externals) : null;
  // An issue whose parent is gone lies wherever the tracker moved it.
  const held = possibleParentKeys(item)?.filter(
    (parentKey) => parentKey === "" || batch.externals.has(directParent(parentKey) ?? ""),
  );
  const { onConflict, overwriteFields } = optionsOf(batch.push);
  const overwrite = onConflict === "overwrite" && overwriteFields === undefined;
  const placement: Placement = {
    kind: itemKindOf(kindOfChild(step)),
    child,
    parent,
    overwrite,
    possibleParents:
      held?.map((parentKey) =>
        parentKey === "" ? null : parentOf(idsOfParentKey(parentKey), batch.externals),
      ) ?? null,
  };
  batch.moving.add(step.entity_id);
  const parentKey = step.action === "link" ? step.hash : "";
  intendToSend(
    batch,
    stepItem,
    { kind: "place", position: step.position, placement },
    { possible_parents: withPossibleParentKey(item, parentKey) },
  );
}

/** Plans an idempotent call. */
export function intendLink(batch: Batch, stepItem: StepItem): void {
  const { step } = stepItem;
  const issue = batch.externals.get(step.entity_id);
  const needed = batch.externals.get(step.other_id ?? "");
  if (!issue || !needed || isThere(stepItem)) {
    if (step.action === "unlink") batch.dropped.push(stepItem);
    batch.steps.push(closed(stepItem, "nothingToDo"));
    return;
  }
  intendToSend(batch, stepItem, {
    kind: "link",
    position: step.position,
    dependency: { kind: itemKindOf(step.kind), issue, needed },
  });
}

const isThere = ({ step, item }: StepItem) =>
  item?.state === "sent" && item.pushed_hash === step.hash && step.action === "link";

/** Returns the kind of a `child` step's entity: only a plan has itself as its plan. */
const kindOfChild = (step: StepRow) => (step.entity_id === step.plan_id ? "plan" : "spec");

function intendToSend(batch: Batch, at: StepItem, intent: Intent, more: Changes = {}): void {
  const changes: Changes = { state: "sending", sending_hash: at.step.hash, sending_at: now(), ...more };
  batch.items.push({ at, changes });
  batch.steps.push({ at, state: "sending" });
  batch.intents.push(intent);
}
