import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Fence, fenced, whyStop } from "./fenced.ts";
import { externalOf, type ItemRow, presentExternal } from "./ledger.ts";
import { findRun, type RunRow } from "./runs.ts";
import { putItem, readStepItem, type StepItem, shelfOf, updateStep } from "./step-items.ts";
import type { External } from "./trackers/tracker.ts";

export interface Intend extends Fence {
  position: number;
  /** The tracker was looked at, and what the unanswered call should have made is not there. */
  notThere: boolean;
  /** The call of the intent before was held back: it never left. */
  late: boolean;
}

/** What the worker has to do now that its intent is on disk. */
export type Intent =
  /** `unanswered`: an earlier call to create it may still turn up. */
  | { go: "create"; attempt: number; unanswered: boolean }
  | { go: "update"; external: External; attempt: number }
  | { go: "link"; one: External; other: External; attempt: number }
  /** An earlier call to create it was never answered: look before doing it again. */
  | { go: "look"; item: ItemRow }
  /** Another push is at it. */
  | { go: "wait" }
  | { go: "on" }
  | { go: "stop"; why: string };

/**
 * The first half of every call: `sending` is on disk before the call leaves, so that whoever comes after a kill
 * knows that it may have been executed. The right of the person who asked is looked at again here.
 */
export const intend = fenced("push.intend", async (tx: Tx, input: Intend, push: RunRow): Promise<Intent> => {
  const at = await readStepItem(tx, push, input.position);
  if (at.step.state !== "planned" && at.step.state !== "sending") return { go: "on" };
  const why = await whyStop(tx, push);
  if (why) return { go: "stop", why };
  if (await isAtOthers(tx, push, at)) return { go: "wait" };
  return at.step.revision === null ? intendLink(tx, push, at) : intendText(tx, push, at, input);
});

/** A plan that moved between trees can be part of two pushes. */
async function isAtOthers(tx: Tx, push: RunRow, { item }: StepItem): Promise<boolean> {
  if (item?.state !== "sending" || item.run_id === push.id) return false;
  const other = await findRun(tx, push.workspace_id, item.run_id);
  return other !== undefined && other.finished_at === null;
}

async function intendText(tx: Tx, push: RunRow, at: StepItem, { notThere, late }: Intend): Promise<Intent> {
  const { step, item } = at;
  const external = item ? presentExternal(item) : null;
  const unanswered = item?.state === "sending" && !external;
  if (unanswered && !notThere && !late) return { go: "look", item };
  if (external && item?.state === "sent" && item.pushed_hash === step.hash) {
    await updateStep(tx, at, "skipped");
    return { go: "on" };
  }
  const attempt = (item?.attempt ?? 0) + (late ? 0 : 1);
  // The first unanswered call may still turn up late: later looks begin there.
  const sending_at = unanswered ? item.sending_at : now();
  await putItem(tx, push, at, {
    state: "sending",
    attempt,
    sending_hash: step.hash,
    sending_at,
    looked_at: null,
  });
  await updateStep(tx, at, "sending");
  return external ? { go: "update", external, attempt } : { go: "create", attempt, unanswered };
}

/** A link is repeatable: what is there already is told apart by a look. */
async function intendLink(tx: Tx, push: RunRow, at: StepItem): Promise<Intent> {
  const one = await externalOf(tx, shelfOf(push), at.step.entity_id);
  const other = await externalOf(tx, shelfOf(push), at.step.other_id ?? "");
  if (!one || !other) {
    await updateStep(tx, at, "skipped");
    return { go: "on" };
  }
  const attempt = (at.item?.attempt ?? 0) + 1;
  await putItem(tx, push, at, { state: "sending", attempt, sending_hash: at.step.hash, sending_at: now() });
  await updateStep(tx, at, "sending");
  return { go: "link", one, other, attempt };
}
