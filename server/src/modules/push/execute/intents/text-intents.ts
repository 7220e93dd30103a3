import { randomUUID } from "node:crypto";
import { now } from "../../../../ids.ts";
import { areDetailsSettled, readDetails } from "../../ledger/details.ts";
import { presentExternal } from "../../ledger/externals.ts";
import { parentOf, pathOf } from "../../ledger/parent-key.ts";
import { optionsOf, overwrittenFields } from "../../ledger/pushes.ts";
import type { Changes } from "../../ledger/put-items.ts";
import { isStatusSettled } from "../../ledger/statuses.ts";
import { attemptsOf, closed, type StepItem } from "../../ledger/step-items.ts";
import { intendGone, liesUnderGone } from "./gone-intents.ts";
import type { Batch } from "./intents.ts";

export function intendText(batch: Batch, stepItem: StepItem): void {
  if (stepItem.item?.state === "gone") {
    const again = intendGone(batch, stepItem);
    if (again) create(batch, stepItem, again);
    return;
  }
  const { push, input, externals, intents } = batch;
  const { step, item } = stepItem;
  const { position } = step;
  const external = item ? presentExternal(item) : null;
  const unanswered = item?.state === "sending" && !external && !input.neverLeft.includes(position);
  const clientId = item?.client_id ?? randomUUID();
  const parent = parentOf(pathOf(step), externals);
  if (unanswered && !input.notThere.includes(position)) {
    batch.making.add(step.entity_id);
    intents.push({ kind: "find", position, clientId, parent, item });
    return;
  }
  const overwrites = overwrittenFields(optionsOf(push)).includes("status");
  const isSettled =
    item?.pushed_hash === step.hash &&
    isStatusSettled(item, step.status, overwrites) &&
    areDetailsSettled(item, readDetails(step.details));
  if (external && item?.state === "sent" && isSettled) {
    const isSeen = optionsOf(push).onGone === undefined || item.push_id === push.id;
    if (isSeen) batch.steps.push(closed(stepItem, "nothingToDo"));
    else intents.push({ kind: "read", position, clientId, parent, external, item });
    return;
  }
  const isOther =
    item?.sending_hash !== step.hash || item.sending_status !== step.status || item.sending_details !== null;
  if (external && item?.state === "sending" && isOther) {
    intents.push({ kind: "checkUpdate", position, clientId, parent, external, item });
    return;
  }
  if (!external || !item) {
    create(batch, stepItem, { client_id: clientId }, unanswered ? item.sending_at : null);
    return;
  }
  send(batch, stepItem, { client_id: clientId, sending_at: now() });
  const isOurs = item.state === "sending" || item.pushed_hash === null;
  intents.push({ kind: "update", position, clientId, parent, external, item, isOurs });
}

type Identified = Changes & { client_id: string };

/** Plans a create. `firstSentAt` is the time of an unanswered one, from which it is searched. */
function create(batch: Batch, stepItem: StepItem, more: Identified, firstSentAt: string | null = null): void {
  const { step } = stepItem;
  const path = pathOf(step);
  if (path.some((id) => !batch.externals.has(id))) {
    const { target } = batch.push;
    batch.steps.push(
      liesUnderGone(batch, stepItem) ??
        closed(stepItem, "parentMissing", `Its parent is not in ${target} yet.`),
    );
    return;
  }
  send(batch, stepItem, { ...more, sending_at: firstSentAt ?? now() });
  batch.making.add(step.entity_id);
  const { position } = step;
  const parent = parentOf(path, batch.externals);
  batch.intents.push({
    kind: "create",
    position,
    clientId: more.client_id,
    parent,
    unanswered: firstSentAt !== null,
  });
}

function send({ push, items, steps }: Batch, stepItem: StepItem, more: Changes): void {
  const { step, item } = stepItem;
  const changes: Changes = {
    state: "sending",
    attempt: attemptsOf(push, item),
    sending_hash: step.hash,
    sending_revision: step.revision,
    sending_effort: step.effort,
    sending_status: step.status,
    looked_at: null,
    ...more,
  };
  items.push({ at: stepItem, changes });
  steps.push({ at: stepItem, state: "sending" });
}
