import type { PushItem } from "@groundplan/contract";
import type { PushItemState, PushStepState } from "../../../storage/tables/push.ts";

/**
 * An outcome's effect on a step and its row. `open` takes another round. `before` is `sent` with an issue,
 * `sending` if a create may still turn up, else `failed`. `none` deletes the row.
 */
interface Ending {
  step: PushStepState | "open";
  item: PushItemState | "before" | "none";
  means: string;
}

/** The state machine of a push, printed in `docs/decisions/push.md`. */
export const outcomes = {
  sent: { step: "sent", item: "sent", means: "It was written." },
  unlinked: { step: "sent", item: "none", means: "A link was removed." },
  unchanged: { step: "skipped", item: "sent", means: "The tracker already has it." },
  conflict: {
    step: "conflict",
    item: "sent",
    means: "Both sides changed it; nothing was written.",
  },
  conflictInPart: {
    step: "conflict_in_part",
    item: "sent",
    means: "The same, but other fields were written. The API reports `conflict`.",
  },
  nothingToDo: { step: "skipped", item: "before", means: "Nothing was left to do." },
  placedByCreate: { step: "sent", item: "before", means: "The create call has already placed it." },
  movedByPeople: {
    step: "conflict",
    item: "skipped",
    means: "Users have moved it; it stays there.",
  },
  unanswered: {
    step: "open",
    item: "sending",
    means: "The tracker did not answer the create call. It is searched for next.",
  },
  notFound: {
    step: "open",
    item: "sending",
    means: "It was not found. It is searched for once more, then created again.",
  },
  adopted: {
    step: "open",
    item: "sent",
    means: "An issue with its identity was found. Its content is compared next.",
  },
  made: {
    step: "open",
    item: "sent",
    means: "It was created, open like every new issue. Its status, details and pictures follow.",
  },
  updateChecked: {
    step: "open",
    item: "sent",
    means: "The result of an unanswered update is known. The current version is compared next.",
  },
  present: { step: "open", item: "sent", means: "It was searched for and found (again)." },
  gone: { step: "open", item: "gone", means: "The tracker no longer has it. `onGone` decides next." },
  goneUnresolved: { step: "gone", item: "gone", means: "It is gone, and `onGone` was not given." },
  released: { step: "released", item: "none", means: "It is gone and was released." },
  blockedByGone: {
    step: "skipped",
    item: "before",
    means: "Its parent or linked issue is gone or was released.",
  },
  parentMissing: { step: "failed", item: "before", means: "Its parent was not created." },
  planUnavailable: {
    step: "failed",
    item: "before",
    means: "Its plan was archived or moved in the meantime.",
  },
  deleted: { step: "skipped", item: "before", means: "The spec was deleted in the meantime." },
  postponed: { step: "planned", item: "before", means: "The call was not executed; it is repeated later." },
  notAccepted: {
    step: "skipped",
    item: "skipped",
    means: "The tracker can't accept it; not retried until it changes.",
  },
  refused: { step: "failed", item: "before", means: "The tracker refused it." },
} as const satisfies Record<string, Ending>;

export type OutcomeKind = keyof typeof outcomes;
export type Closing = {
  [H in OutcomeKind]: (typeof outcomes)[H]["step"] extends "open" ? never : H;
}[OutcomeKind];

const meanings = {
  planned: "open",
  sending: "open",
  sent: "written",
  conflict_in_part: "written",
  skipped: "settled",
  conflict: "settled",
  gone: "settled",
  released: "settled",
  failed: "failed",
} as const satisfies Record<PushStepState, string>;

export const isOpen = (state: PushStepState) => meanings[state] === "open";
export const isWritten = (state: PushStepState) => meanings[state] === "written";

export const openStates: readonly PushStepState[] = ["planned", "sending"];

export const stateToTell = (state: PushStepState): PushItem["state"] =>
  state === "conflict_in_part" ? "conflict" : state;

export function printOutcomes(): string {
  const cell = (state: string) => (state === "open" || state === "before" ? state : `\`${state}\``);
  const rows = Object.entries<Ending>(outcomes).map(
    ([outcome, { step, item, means }]) =>
      `| ${outcome} | ${cell(step)} | ${item === "none" ? "deleted" : cell(item)} | ${means} |`,
  );
  return ["| outcome | step | item | meaning |", "|---|---|---|---|", ...rows].join("\n");
}
