import { now } from "../../../../ids.ts";
import type { ExternalRef, RemoteStatus } from "../../../trackers/tracker.ts";
import type { DetailsBase } from "../../ledger/details.ts";
import { rowOfExternal } from "../../ledger/externals.ts";
import type { ItemRow } from "../../ledger/ledger.ts";
import type { PushRow } from "../../ledger/pushes.ts";
import type { Changes } from "../../ledger/put-items.ts";
import { outcomes } from "../../ledger/states.ts";
import { rowOfBase, type StatusBase } from "../../ledger/statuses.ts";
import { attemptsOf, type StepItem } from "../../ledger/step-items.ts";

/** The issue from the write's own answer, which saves a read that could fail. */
export interface WrittenIssue {
  external: ExternalRef;
  status: RemoteStatus;
  /** JSON, the base of later comparisons. */
  lastSynced: string;
  statusBase: StatusBase | null;
  detailsBase: DetailsBase;
  /** The key of the details that the issue has; the row's if undefined. */
  detailsKey?: string | undefined;
  wroteStatus?: boolean;
}

/** Explained in `outcomes`. `parentKey` is set if the create also set the parent. */
export type StepOutcome = {
  position: number;
  caveats?: string[];
} /** `look` is set if parts were left that the tracker can't have. */ & (
  | { outcome: "sent"; written?: WrittenIssue; parentKey?: string; look?: string }
  | { outcome: "made"; written: WrittenIssue; parentKey?: string }
  | { outcome: "unchanged"; written: WrittenIssue; look?: string }
  | { outcome: "adopted"; written: WrittenIssue }
  | { outcome: "conflict" | "conflictInPart"; written: WrittenIssue; error: string; look: string }
  | {
      outcome: "updateChecked";
      lastSynced: string;
      statusBase: StatusBase | null;
      detailsBase: DetailsBase;
    }
  | { outcome: "present"; external: ExternalRef }
  | { outcome: "movedByPeople" | "notAccepted" | "blockedByGone"; error: string }
  | { outcome: "unlinked" | "deleted" }
  | { outcome: "unanswered" | "notFound" | "gone" }
  /** `unanswered`: an earlier create may still turn up. */
  | { outcome: "postponed"; unanswered?: boolean }
  /** `look` is set if the issue was seen but is read-only. */
  | { outcome: "refused"; error: string; unanswered?: boolean; look?: string }
);

const answered = {
  attempt: 0,
  sending_hash: null,
  sending_revision: null,
  sending_effort: null,
  sending_status: null,
  sending_parts: null,
  sending_details: null,
  sending_at: null,
  looked_at: null,
};

/**
 * Keeps the known status of an issue unless this push wrote it, so that the poll still notices a user's
 * change.
 */
const fieldsOf = (
  { external, status, lastSynced, statusBase, detailsBase, detailsKey, wroteStatus = false }: WrittenIssue,
  item: ItemRow | undefined,
) => ({
  ...rowOfExternal(external),
  remote_status: item?.external_id && !wroteStatus ? item.remote_status : status,
  last_synced: lastSynced,
  ...rowOfBase(statusBase),
  base_details: JSON.stringify(detailsBase),
  ...(detailsKey === undefined ? {} : { pushed_details: detailsKey }),
  look: null,
});

export function changesOf(end: StepOutcome, at: StepItem, push: PushRow): Changes {
  const { item } = at;
  const { item: state } = outcomes[end.outcome];
  if (state === "before" || state === "none") return before(end, item, push);
  return { state, ...columnsAfter(end, at, push) };
}

/** Returns the row's changes if the call was not executed. */
function before(end: StepOutcome, item: ItemRow | undefined, push: PushRow): Changes {
  // The next search starts at the first unanswered call.
  if ("unanswered" in end && end.unanswered)
    return { state: "sending", attempt: attemptsOf(push, item), looked_at: null };
  const look = "look" in end ? end.look : undefined;
  return { ...answered, state: item?.external_id ? "sent" : "failed", ...(look && { look }) };
}

function columnsAfter(end: StepOutcome, { step, item }: StepItem, push: PushRow): Changes {
  const attempt = attemptsOf(push, item);
  switch (end.outcome) {
    case "sent": {
      const written = end.written ? fieldsOf(end.written, item) : parentAfter(step);
      const look = end.look ?? null;
      return { ...answered, ...written, pushed_hash: step.hash, pushed_at: now(), ...(look && { look }) };
    }
    case "unchanged": {
      const look = end.look ?? null;
      return { ...answered, ...fieldsOf(end.written, item), pushed_hash: step.hash, look };
    }
    case "conflict":
    case "conflictInPart":
      return { ...answered, ...fieldsOf(end.written, item), look: end.look };
    case "made":
      return { ...answered, ...fieldsOf(end.written, item), pushed_hash: null, pushed_at: now() };
    case "adopted":
      // Unknown: users may have changed the status since the call.
      return {
        ...answered,
        ...fieldsOf(end.written, item),
        remote_status: null,
        pushed_hash: null,
        pushed_at: now(),
      };
    case "updateChecked":
      return {
        ...answered,
        pushed_hash: null,
        last_synced: end.lastSynced,
        ...rowOfBase(end.statusBase),
        base_details: JSON.stringify(end.detailsBase),
      };
    case "present":
      return { ...answered, ...rowOfExternal(end.external), look: null };
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

const parentAfter = ({ kind, hash }: StepItem["step"]): Changes =>
  kind === "child" ? { possible_parents: JSON.stringify([hash]) } : {};
