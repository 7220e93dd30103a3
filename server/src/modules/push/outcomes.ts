import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced } from "./fenced.ts";
import type { ItemRow } from "./ledger.ts";
import { pathOf } from "./place.ts";
import { wroteInPart } from "./result.ts";
import { handleOf, type RunRow } from "./runs.ts";
import {
  addCaveats,
  attemptsOf,
  type Changes,
  dropItem,
  putItems,
  putPlaces,
  readStepItems,
  type StepItem,
  type StepState,
  updateSteps,
} from "./step-items.ts";
import { tellSteps } from "./tell-steps.ts";
import type { External, SeenStatus } from "./trackers/tracker.ts";

/** What the tracker has of a text, from the answer itself, so that nothing fallible lies in between. */
export interface Written {
  external: External;
  status: SeenStatus;
  /** JSON, the base of later comparisons. */
  known: string;
}

/** How a step ended, or why it did not. */
export type Ended = { position: number; caveats?: string[] } & (
  | { how: "sent"; written?: Written /** Its place, where the call has put it there. */; place?: string }
  /** The tracker says it already, by people's doing. */
  | { how: "same"; written: Written }
  /** `wrote`: a part of it was written. People edited the rest in the tracker. */
  | { how: "conflict"; written: Written; wrote: boolean; error: string }
  /** An issue with our identity: an unanswered call was executed after all. What it says is compared next. */
  | { how: "adopted"; written: Written }
  /** It was seen what became of an unanswered update; the present version is compared next. */
  | { how: "recalled"; known: string }
  /** Nothing was written: people have put it elsewhere. */
  | { how: "left"; error: string }
  /** Nobody knows what became of a call to create it. */
  | { how: "unanswered" }
  /** The tracker was looked at, and has nothing with our identity. */
  | { how: "missing" }
  /** The spec was deleted here meanwhile. The ledger keeps what it says: an unanswered create may still turn up. */
  | { how: "deleted" }
  /**
   * It was not executed; what the tracker has stays what it was. `planned`: later. `skipped`: the tracker can't take
   * it, and is not asked again until it changes. `unanswered`: an earlier create may still turn up.
   */
  | { how: "notSent"; state: "planned" | "skipped" | "failed"; error: string | null; unanswered?: boolean }
);

const answered = {
  attempt: 0,
  sending_hash: null,
  sending_revision: null,
  sending_effort: null,
  sending_at: null,
  looked_at: null,
};

/** A status that people changed since it was made is noticed where statuses are read, and not passed over here. */
const fieldsOf = ({ external, status, known }: Written, item: ItemRow | undefined) => ({
  external_id: external.id,
  external_number: external.number,
  external_key: external.key,
  external_url: external.url,
  seen_status: item?.external_id ? item.seen_status : status,
  known,
});

/** The second half of a call, for all things that it was about. */
export const noteEnds = fenced(
  "push.ends",
  async (tx: Tx, { ends }: Fence & { ends: Ended[] }, push: RunRow) => {
    if (ends.length === 0) return;
    const positions = ends.map(({ position }) => position);
    const byPosition = new Map(
      (await readStepItems(tx, push, positions)).map((at) => [at.step.position, at] as const),
    );
    const items: { at: StepItem; changes: Changes }[] = [];
    const places: { at: StepItem; place: string | null }[] = [];
    const steps: StepState[] = [];
    const caveats: Caveat[] = [];
    for (const end of ends) {
      const at = byPosition.get(end.position);
      if (!at) throw new Error(`no step ${end.position}`);
      const step = stepOf(end);
      if (step) steps.push({ at, ...step });
      if (end.how === "sent" && at.step.action === "unlink") await dropItem(tx, push, at);
      else if (end.how !== "deleted") items.push({ at, changes: changesOf(end, at, push) });
      else if (isUnanswered(at)) caveats.push(nobodys(at));
      if (end.how === "sent" && end.place !== undefined) places.push({ at, place: end.place });
      // The call that made it may have put it somewhere, where it belonged then.
      if (end.how === "adopted" && pathOf(at.step).length > 0) places.push({ at, place: null });
      for (const text of end.caveats ?? [])
        caveats.push({ text, planIds: [at.step.plan_id], specId: at.step.entity_id });
    }
    await putItems(tx, push, items);
    await putPlaces(tx, push, places);
    await updateSteps(tx, push, steps);
    await addCaveats(tx, push, caveats);
    await tellSteps(tx, push, steps);
  },
);

const isUnanswered = ({ item }: StepItem) => item?.state === "sending" && item.external_id === null;

/** An issue that no push will ever look for again: only people can tell whether it is there. */
function nobodys({ step }: StepItem): Caveat {
  const handle = handleOf(step.plan_number, step.spec_number);
  const text = `${handle} was deleted here while its issue was being made. It may be in the tracker: close it there.`;
  return { text, planIds: [step.plan_id] };
}

function stepOf(end: Ended): Omit<StepState, "at"> | null {
  if (end.how === "sent") return { state: "sent" };
  if (end.how === "same" || end.how === "deleted") return { state: "skipped" };
  if (end.how === "conflict") return { state: end.wrote ? wroteInPart : "conflict", error: end.error };
  if (end.how === "left") return { state: "conflict", error: end.error };
  return end.how === "notSent" ? { state: end.state, error: end.error } : null;
}

function changesOf(end: Exclude<Ended, { how: "deleted" }>, { step, item }: StepItem, push: RunRow): Changes {
  if (end.how === "same")
    return { ...answered, ...fieldsOf(end.written, item), state: "sent", pushed_hash: step.hash };
  if (end.how === "recalled") return { ...answered, state: "sent", pushed_hash: null, known: end.known };
  if (end.how === "sent") {
    const written = end.written ? fieldsOf(end.written, item) : heldNow(step);
    return { ...answered, ...written, state: "sent", pushed_hash: step.hash, pushed_at: now() };
  }
  if (end.how === "conflict") return { ...answered, ...fieldsOf(end.written, item), state: "sent" };
  if (end.how === "adopted")
    return {
      ...answered,
      ...fieldsOf(end.written, item),
      seen_status: null, // People may have changed it since the call.
      state: "sent",
      pushed_hash: null,
      pushed_at: now(),
    };
  if (end.how === "left") return { ...answered, state: "skipped", pushed_hash: step.hash };
  const attempt = attemptsOf(push, item);
  if (end.how === "unanswered") return { state: "sending", attempt: attempt + 1 };
  if (end.how === "missing") return { state: "sending", attempt, looked_at: item?.looked_at ?? now() };
  // The next try looks again, from the first unanswered one on.
  if (end.unanswered) return { state: "sending", attempt, looked_at: null };
  const before = item?.external_id ? "sent" : "failed";
  const settled = end.state === "skipped" ? { state: "skipped", pushed_hash: step.hash } : { state: before };
  return { ...answered, ...settled };
}

/** A place that was answered is the only one. */
const heldNow = ({ kind, hash }: StepItem["step"]): Changes =>
  kind === "child" ? { held: JSON.stringify([hash]) } : {};

/** Sentences for the people who pushed. */
export const noteCaveats = fenced(
  "push.caveats",
  (tx: Tx, input: Fence & { caveats: Caveat[] }, push: RunRow) => addCaveats(tx, push, input.caveats),
);
