import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced } from "./fenced.ts";
import type { RunRow } from "./runs.ts";
import { addCaveats, dropItem, putItem, readStepItem, updateStep } from "./step-items.ts";
import type { External } from "./trackers/tracker.ts";

const answered = { attempt: 0, sending_hash: null, sending_at: null, looked_at: null };

const fieldsOf = (external: External) => ({
  external_id: external.id,
  external_number: external.number,
  external_key: external.key,
  external_url: external.url,
});

const ofPlan = (planId: string, texts: readonly string[]) =>
  texts.map((text): Caveat => ({ text, planIds: [planId] }));

interface Sent extends Fence {
  position: number;
  /** Of a create: from the answer itself, so that nothing fallible lies in between. */
  external: External | null;
  caveats: string[];
}

/** The second half of a call that the tracker answered. */
export const noteSent = fenced("push.sent", async (tx: Tx, input: Sent, push: RunRow) => {
  const at = await readStepItem(tx, push, input.position);
  if (at.step.action === "unlink") await dropItem(tx, push, at);
  else {
    const external = input.external ? fieldsOf(input.external) : {};
    const sent = { state: "sent", pushed_hash: at.step.hash, pushed_at: now() };
    await putItem(tx, push, at, { ...answered, ...sent, ...external });
  }
  await updateStep(tx, at, "sent");
  await addCaveats(tx, push, ofPlan(at.step.plan_id, input.caveats));
});

/**
 * An issue with our marker: an unanswered call was executed after all. Which of several calls made it is not
 * known, so its text is written once more.
 */
export const adopt = fenced(
  "push.adopt",
  async (
    tx: Tx,
    input: Fence & { position: number; external: External; caveats: string[] },
    push: RunRow,
  ) => {
    const at = await readStepItem(tx, push, input.position);
    const adopted = { state: "sent", pushed_hash: null, pushed_at: now(), ...fieldsOf(input.external) };
    await putItem(tx, push, at, { ...answered, ...adopted });
    await addCaveats(tx, push, ofPlan(at.step.plan_id, input.caveats));
  },
);

/** Notes when the tracker was first seen without it, and answers that time. */
export const noteMissing = fenced(
  "push.missing",
  async (tx: Tx, input: Fence & { position: number }, push: RunRow) => {
    const at = await readStepItem(tx, push, input.position);
    const looked_at = at.item?.looked_at ?? now();
    await putItem(tx, push, at, { state: "sending", attempt: at.item?.attempt ?? 1, looked_at });
    return looked_at;
  },
);

interface NotSent extends Fence {
  position: number;
  /** `planned`: later. `skipped`: the tracker can't take it, and is not asked again until it changes. */
  state: "planned" | "skipped" | "failed";
  error: string | null;
  /** Of a create: an earlier one was never answered, and may still turn up. */
  unanswered?: boolean;
}

/** A call that was not executed. What the tracker has stays what it was. */
export const noteNotSent = fenced("push.notSent", async (tx: Tx, input: NotSent, push: RunRow) => {
  const at = await readStepItem(tx, push, input.position);
  const attempt = at.item?.attempt ?? 0;
  await updateStep(tx, at, input.state, input.error);
  // The next try looks again, from the first unanswered one on. Waiting for a limit counts as no attempt.
  if (input.unanswered) {
    const counted = input.state === "planned" ? attempt - 1 : attempt;
    return putItem(tx, push, at, { state: "sending", attempt: counted, looked_at: null });
  }
  const before = at.item?.external_id ? "sent" : "failed";
  const settled =
    input.state === "skipped" ? { state: "skipped", pushed_hash: at.step.hash } : { state: before };
  await putItem(tx, push, at, { ...answered, ...settled, attempt });
});

/** The tracker asked to wait; the answer to whoever asks how the push is says so. */
export const noteWait = fenced(
  "push.wait",
  async (tx: Tx, input: Fence & { until: string }, push: RunRow) => {
    await tx
      .updateTable("push_runs")
      .set({ waits_until: input.until })
      .where("workspace_id", "=", push.workspace_id)
      .where("id", "=", push.id)
      .execute();
  },
);

/** Sentences for the people who pushed. */
export const noteCaveats = fenced(
  "push.caveats",
  (tx: Tx, input: Fence & { caveats: Caveat[] }, push: RunRow) => addCaveats(tx, push, input.caveats),
);
