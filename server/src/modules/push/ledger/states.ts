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
  unlinked: { step: "sent", item: "none", means: "A link was taken back." },
  unchanged: { step: "skipped", item: "sent", means: "The tracker says it already." },
  conflict: {
    step: "conflict",
    item: "sent",
    means: "People edited in the tracker what changed here, too; nothing was written.",
  },
  conflictInPart: {
    step: "conflict_in_part",
    item: "sent",
    means: "The same, and other fields were written. The API tells it as `conflict`.",
  },
  nothingToDo: { step: "skipped", item: "before", means: "Nothing was to do any more." },
  placedByCreate: { step: "sent", item: "before", means: "The call that made it has put it in its place." },
  movedByPeople: {
    step: "conflict",
    item: "skipped",
    means: "People have put it elsewhere; it stays there.",
  },
  unanswered: {
    step: "open",
    item: "sending",
    means: "The tracker did not answer the call that makes it. It is looked for.",
  },
  notFound: {
    step: "open",
    item: "sending",
    means: "It was looked for, and is not there. It is looked for once more, then made again.",
  },
  adopted: {
    step: "open",
    item: "sent",
    means: "An issue with its identity was found. What it says is compared next.",
  },
  made: {
    step: "open",
    item: "sent",
    means: "It was made, open as every new issue. Its status is written next.",
  },
  updateChecked: {
    step: "open",
    item: "sent",
    means: "It was seen what became of an unanswered update. The present version is compared next.",
  },
  present: { step: "open", item: "sent", means: "It was looked for, and is there (again)." },
  gone: { step: "open", item: "gone", means: "The tracker has it no more. `onGone` decides next." },
  goneUnresolved: { step: "gone", item: "gone", means: "It is gone, and nobody said what to do about it." },
  released: { step: "released", item: "none", means: "It is gone, and was let go of." },
  blockedByGone: {
    step: "skipped",
    item: "before",
    means: "What it lies under, or is linked to, is gone or was let go of.",
  },
  parentMissing: { step: "failed", item: "before", means: "What it lies under was not made." },
  planUnavailable: {
    step: "failed",
    item: "before",
    means: "Its plan was archived or moved away meanwhile.",
  },
  deleted: { step: "skipped", item: "before", means: "The spec was deleted here meanwhile." },
  postponed: { step: "planned", item: "before", means: "The call was not executed; it is made later." },
  notAccepted: {
    step: "skipped",
    item: "skipped",
    means: "The tracker can't take it, and is not asked again until it changes.",
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
      `| ${outcome} | ${cell(step)} | ${item === "none" ? "goes" : cell(item)} | ${means} |`,
  );
  return ["| outcome | step | item | |", "|---|---|---|---|", ...rows].join("\n");
}
