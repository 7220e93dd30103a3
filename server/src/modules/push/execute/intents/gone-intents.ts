import { randomUUID } from "node:crypto";
import { presentExternal } from "../../ledger/externals.ts";
import { parentOf, pathOf } from "../../ledger/parent-key.ts";
import { handleOf, optionsOf } from "../../ledger/pushes.ts";
import type { Changes } from "../../ledger/put-items.ts";
import { closed, type StepItem, type StepState } from "../../ledger/step-items.ts";
import { goneSentence, waitsSentence } from "../../results/sentences.ts";
import type { Batch } from "./intents.ts";

const withoutIssue = {
  attempt: 0,
  external_id: null,
  external_number: null,
  external_key: null,
  external_url: null,
  pushed_hash: null,
  pushed_at: null,
  last_synced: null,
  remote_status: null,
  base_status: null,
  base_remote_status: null,
  base_details: null,
  pushed_details: null,
  look: null,
} satisfies Changes;

/**
 * Searches a gone issue once more, then leaves, releases or recreates it. Returns the row's changes if
 * recreated, else null.
 */
export function intendGone(batch: Batch, stepItem: StepItem): (Changes & { client_id: string }) | null {
  const { push, externals } = batch;
  const { step, item } = stepItem;
  const external = item && presentExternal(item);
  if (!item || !external) throw new Error("a gone item without an issue");
  if (item.push_id !== push.id) {
    const clientId = item.client_id ?? "";
    const parent = parentOf(pathOf(step), externals);
    batch.intents.push({ kind: "read", position: step.position, clientId, parent, external, item });
    return null;
  }
  const { onGone } = optionsOf(push);
  if (onGone === "recreate") {
    const waits = liesUnderGone(batch, stepItem);
    if (waits) {
      batch.steps.push(waits);
      return null;
    }
    batch.forgotten.add(step.entity_id);
    batch.recreated.push(step.position);
    // A new identity: Linear's ids work once, and Jira's old issue must not be mistaken for the new one.
    return { ...withoutIssue, client_id: randomUUID() };
  }
  if (onGone === "release") {
    batch.forgotten.add(step.entity_id);
    batch.released.push(stepItem);
    batch.steps.push(closed(stepItem, "released"));
    const handle = handleOf(step.plan_number, step.spec_number);
    const text = `${handle} was unlinked from ${external.key}, which was deleted. The next push creates a new issue, unless the spec is done or cancelled.`;
    batch.caveats.push({ text, planIds: [step.plan_id], specId: step.entity_id });
    return null;
  }
  batch.steps.push(closed(stepItem, "goneUnresolved", goneSentence(external.key)));
  return null;
}

export function liesUnderGone({ gone }: Batch, at: StepItem): StepState | null {
  const isUnder = pathOf(at.step).some((id) => gone.has(id));
  return isUnder ? closed(at, "blockedByGone", waitsSentence) : null;
}
