import { randomUUID } from "node:crypto";
import { now } from "../../ids.ts";
import type { Batch } from "./intents.ts";
import { presentExternal } from "./ledger.ts";
import { parentOf, pathOf } from "./place.ts";
import { attemptsOf, type StepItem } from "./step-items.ts";

/** A text is created, updated, or looked for where an earlier call for it was never answered. */
export function intendText(batch: Batch, at: StepItem): void {
  const { push, input, externals, intents } = batch;
  const { step, item } = at;
  const { position } = step;
  const external = item ? presentExternal(item) : null;
  const unanswered = item?.state === "sending" && !external && !input.neverLeft.includes(position);
  const clientId = item?.client_id ?? randomUUID();
  const path = pathOf(step);
  const parent = parentOf(path, externals);
  if (unanswered && !input.notThere.includes(position)) {
    batch.making.add(step.entity_id);
    intents.push({ go: "look", position, clientId, parent, item });
    return;
  }
  if (external && item?.state === "sent" && item.pushed_hash === step.hash) {
    batch.steps.push({ at, state: "skipped" });
    return;
  }
  if (external && item?.state === "sending" && item.sending_hash !== step.hash) {
    intents.push({ go: "recall", position, clientId, parent, external, item });
    return;
  }
  if (!external && path.some((id) => !externals.has(id))) {
    batch.steps.push({ at, state: "failed", error: `What it lies under is not in ${push.target} yet.` });
    return;
  }
  const changes = {
    state: "sending",
    attempt: attemptsOf(push, item),
    client_id: clientId,
    sending_hash: step.hash,
    sending_revision: step.revision,
    sending_effort: step.effort,
    // The first unanswered call may still turn up late: later looks begin there.
    sending_at: unanswered ? item.sending_at : now(),
    looked_at: null,
  };
  batch.items.push({ at, changes });
  batch.steps.push({ at, state: "sending" });
  if (!external) batch.making.add(step.entity_id);
  if (external && item) {
    const isOurs = item.state === "sending" || item.pushed_hash === null;
    intents.push({ go: "update", position, clientId, parent, external, item, isOurs });
  } else intents.push({ go: "create", position, clientId, parent, unanswered });
}
