import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { ExternalRef, RemoteStatus } from "../../trackers/tracker.ts";
import { addCaveats, type Caveat } from "../ledger/caveats.ts";
import type { ItemRow } from "../ledger/ledger.ts";
import { pathOf } from "../ledger/place.ts";
import { handleOf, type PushRow } from "../ledger/pushes.ts";
import { type Changes, dropItem, putItems, putPlaces } from "../ledger/put-items.ts";
import { outcomes } from "../ledger/states.ts";
import {
  attemptsOf,
  readStepItems,
  type StepItem,
  type StepState,
  updateSteps,
} from "../ledger/step-items.ts";
import { type Fence, fenced } from "./fenced.ts";
import { appendStepEvents } from "./step-events.ts";

/** The issue as the tracker's own answer gave it, so that no further call can fail in between. */
export interface Written {
  external: ExternalRef;
  status: RemoteStatus;
  /** JSON, the base of later comparisons. */
  lastSynced: string;
}

/**
 * The outcome of a step; `outcomes` says what each one means. `place` is set where the call that made an issue has also
 * put it into its place.
 */
export type StepOutcome = { position: number; caveats?: string[] } & (
  | { outcome: "sent"; written?: Written; place?: string }
  | { outcome: "unchanged" | "adopted"; written: Written }
  | { outcome: "conflict" | "conflictInPart"; written: Written; error: string }
  | { outcome: "updateChecked"; lastSynced: string }
  | { outcome: "present"; external: ExternalRef }
  | { outcome: "movedByPeople" | "notAccepted" | "blockedByGone"; error: string }
  | { outcome: "unlinked" | "deleted" }
  | { outcome: "unanswered" | "notFound" | "gone" }
  /** `unanswered` is true where an earlier create may still turn up. */
  | { outcome: "postponed"; unanswered?: boolean }
  | { outcome: "refused"; error: string; unanswered?: boolean }
);

const answered = {
  attempt: 0,
  sending_hash: null,
  sending_revision: null,
  sending_effort: null,
  sending_at: null,
  looked_at: null,
};

const columnsOf = (external: ExternalRef) => ({
  external_id: external.id,
  external_number: external.number,
  external_key: external.key,
  external_url: external.url,
});

/**
 * Returns the columns of an issue. An existing issue keeps its known status: a change of it is noticed where statuses
 * are read, and must not be passed over here.
 */
const fieldsOf = ({ external, status, lastSynced }: Written, item: ItemRow | undefined) => ({
  ...columnsOf(external),
  remote_status: item?.external_id ? item.remote_status : status,
  last_synced: lastSynced,
});

/** Records what became of the steps of one call, the second half of `recordIntents`. */
export const recordOutcomes = fenced(
  "push.ends",
  async (tx: Tx, { stepOutcomes }: Fence & { stepOutcomes: StepOutcome[] }, push: PushRow) => {
    if (stepOutcomes.length === 0) return;
    const positions = stepOutcomes.map(({ position }) => position);
    const byPosition = new Map(
      (await readStepItems(tx, push, positions)).map((at) => [at.step.position, at] as const),
    );
    const items: { at: StepItem; changes: Changes }[] = [];
    const places: { at: StepItem; place: string | null }[] = [];
    const steps: StepState[] = [];
    const caveats: Caveat[] = [];
    for (const end of stepOutcomes) {
      const at = byPosition.get(end.position);
      if (!at) throw new Error(`no step ${end.position}`);
      const step = stepOf(end);
      if (step) steps.push({ at, ...step });
      if (end.outcome === "unlinked") await dropItem(tx, push, at);
      else if (end.outcome !== "deleted") items.push({ at, changes: changesOf(end, at, push) });
      else if (isUnanswered(at)) caveats.push(orphanCaveat(at));
      if (end.outcome === "sent" && end.place !== undefined) places.push({ at, place: end.place });
      // The unanswered call may have put it somewhere, where it belonged then.
      if (end.outcome === "adopted" && pathOf(at.step).length > 0) places.push({ at, place: null });
      for (const text of end.caveats ?? [])
        caveats.push({ text, planIds: [at.step.plan_id], specId: at.step.entity_id });
    }
    await putItems(tx, push, items);
    await putPlaces(tx, push, places);
    await updateSteps(tx, push, steps);
    await addCaveats(tx, push, caveats);
    await appendStepEvents(tx, push, steps);
  },
);

const isUnanswered = ({ item }: StepItem) => item?.state === "sending" && item.external_id === null;

/** Tells of an issue that no push will look for again: only people can see whether it is there. */
function orphanCaveat({ step }: StepItem): Caveat {
  const handle = handleOf(step.plan_number, step.spec_number);
  const text = `${handle} was deleted here while its issue was being made. It may be in the tracker: close it there.`;
  return { text, planIds: [step.plan_id] };
}

function stepOf(end: StepOutcome): Omit<StepState, "at"> | null {
  const { step } = outcomes[end.outcome];
  return step === "open" ? null : { state: step, error: "error" in end ? end.error : null };
}

function changesOf(end: StepOutcome, at: StepItem, push: PushRow): Changes {
  const { item } = at;
  const { item: state } = outcomes[end.outcome];
  if (state === "before" || state === "none") return before(end, item, push);
  return { state, ...columnsAfter(end, at, push) };
}

/** Returns the row's changes where the call was not executed. */
function before(end: StepOutcome, item: ItemRow | undefined, push: PushRow): Changes {
  // The next try looks again, from the first unanswered call on.
  if ("unanswered" in end && end.unanswered)
    return { state: "sending", attempt: attemptsOf(push, item), looked_at: null };
  return { ...answered, state: item?.external_id ? "sent" : "failed" };
}

function columnsAfter(end: StepOutcome, { step, item }: StepItem, push: PushRow): Changes {
  const attempt = attemptsOf(push, item);
  switch (end.outcome) {
    case "sent": {
      const written = end.written ? fieldsOf(end.written, item) : placeAfter(step);
      return { ...answered, ...written, pushed_hash: step.hash, pushed_at: now() };
    }
    case "unchanged":
      return { ...answered, ...fieldsOf(end.written, item), pushed_hash: step.hash };
    case "conflict":
    case "conflictInPart":
      return { ...answered, ...fieldsOf(end.written, item) };
    case "adopted":
      // The status is unknown: people may have changed it since the call.
      return {
        ...{ ...answered, ...fieldsOf(end.written, item) },
        ...{ remote_status: null, pushed_hash: null, pushed_at: now() },
      };
    case "updateChecked":
      return { ...answered, pushed_hash: null, last_synced: end.lastSynced };
    case "present":
      return { ...answered, ...columnsOf(end.external) };
    case "movedByPeople":
    case "notAccepted":
      return { ...answered, pushed_hash: step.hash };
    case "unanswered":
      return { attempt: attempt + 1 };
    case "notFound":
      return { attempt, looked_at: item?.looked_at ?? now() };
    case "deleted":
    case "gone":
    case "postponed":
    case "refused":
    case "unlinked":
    case "blockedByGone":
      return answered;
  }
}

/** Returns the one place of a child, once the tracker has answered. */
const placeAfter = ({ kind, hash }: StepItem["step"]): Changes =>
  kind === "child" ? { possible_parents: JSON.stringify([hash]) } : {};

/** Adds caveats for the people who pushed. */
export const recordCaveats = fenced(
  "push.caveats",
  (tx: Tx, input: Fence & { caveats: Caveat[] }, push: PushRow) => addCaveats(tx, push, input.caveats),
);
