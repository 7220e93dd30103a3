import {
  details,
  type Item,
  type ItemPart,
  isDetail,
  type Outcome,
  type RemoteItem,
  singleDetails,
} from "../../../trackers/tracker.ts";
import { type Comparison, lastSyncedAfter, readLastSynced } from "../../ledger/compare.ts";
import { detailsBaseAfter, type Terms } from "../../ledger/compare-details.ts";
import { type DetailsBase, detailsKey, inPart, readBase } from "../../ledger/details.ts";
import { lookAfter } from "../../ledger/look.ts";
import { isFinished, type StatusBase, statusBaseOf } from "../../ledger/statuses.ts";
import { conflictSentence } from "../../results/sentences.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import type { StepOutcome, WrittenIssue } from "../outcomes/step-outcome.ts";
import { linkedIn } from "./linked-in.ts";
import { quietedIn } from "./quieted-in.ts";
import { secretsIn } from "./secrets-in.ts";
import { leftSentence } from "./spare-details.ts";

export type UpdateIntent = TextIntent<"update">;
export type Compared = UpdateIntent & Comparison & { remote: RemoteItem; terms: Terms };

/** Keeps the base of fields that only users changed, so that a later change here is a conflict. */
export function outcomeOf(
  intent: Compared,
  { remote: now, caveats, leftParts = [] }: Extract<Outcome, { done: true }>,
): StepOutcome {
  const { position, wanted: item, same, conflicts, remote: before } = intent;
  const remote = now ?? before;
  const ignored = ignoredParts(intent, remote).filter((part) => !leftParts.includes(part));
  const isLeft = (part: ItemPart) => leftParts.includes(part) || ignored.includes(part);
  const write = intent.write.filter((part) => !isLeft(part));
  const unwritable = [...intent.left.map(({ part }) => part), ...details.filter(isLeft)];
  const baseBefore = readBase(intent.item.base_details);
  const { terms } = intent;
  const detailsBase = item.details
    ? detailsBaseAfter(
        { details: item.details, same, write, terms },
        before.details,
        remote.details,
        baseBefore,
      )
    : baseBefore;
  // Fields that were not written may have been edited since the comparison.
  const compared = lastSyncedAfter(item, before, same, readLastSynced(intent.item.last_synced));
  const lastSynced = lastSyncedAfter(item, remote, write, compared);
  const written: WrittenIssue = {
    external: remote.external,
    status: remote.status,
    lastSynced: JSON.stringify(lastSynced),
    statusBase: statusBaseAfter({ ...intent, write }, remote),
    detailsBase,
    detailsKey: keyAfter(item, [...conflicts, ...unwritable]),
    wroteStatus: write.includes("status"),
  };
  const shown = write.includes("title") || write.includes("text");
  const told = [
    ...caveats,
    ...intent.left.flatMap(({ why }) => (why === "" ? [] : [why])),
    ...ignored.map((part) => leftSentence(remote, part, "the tracker did not take it.")),
    ...(shown ? [...secretsIn(item), ...quietedIn(item)] : []),
    // A new issue's pictures may have been refused since.
    ...(shown || intent.isOurs ? linkedIn(item) : []),
    ...closed(intent, remote),
  ];
  const wrote = write.length > 0 || intent.isOurs;
  if (conflicts.length === 0) {
    const look = unwritable.length > 0 ? lookOf(intent, remote, [], detailsBase, unwritable) : undefined;
    const end = { position, written, caveats: told, ...(look === undefined ? {} : { look }) };
    return { outcome: wrote ? "sent" : "unchanged", ...end };
  }
  const error = `${conflictSentence(remote, conflicts)} Push with \`onConflict: "overwrite"\` to write it all the same.`;
  return {
    outcome: write.length > 0 ? "conflictInPart" : "conflict",
    position,
    written,
    error,
    look: lookOf(intent, remote, conflicts, detailsBase, unwritable),
    caveats: told,
  };
}

export function lookOf(
  { step, wanted, item }: UpdateIntent,
  remote: RemoteItem,
  waits: readonly ItemPart[],
  detailsBase: DetailsBase,
  unwritable: readonly ItemPart[] = [],
): string {
  const { effort, status, hash } = step;
  const { title, details } = wanted;
  const lastSynced = readLastSynced(item.last_synced);
  const bases = { lastSynced, statusBase: statusBaseOf(item), detailsBase, unwritable };
  return lookAfter({ title, effort, status, details, hash }, remote, waits, bases);
}

/** Returns written details that the tracker's answer shows with another value. */
function ignoredParts({ write, writes }: Compared, { details: now }: RemoteItem): ItemPart[] {
  return singleDetails.filter((detail) => write.includes(detail) && now[detail] !== writes[detail]);
}

/** Returns undefined if no details are sent. */
function keyAfter({ details: wanted }: Item, lacking: readonly ItemPart[]): string | undefined {
  if (wanted === null) return undefined;
  return lacking.some(isDetail) ? inPart : detailsKey(wanted);
}

/** Returns the current statuses as base if both agree, else those first seen. */
function statusBaseAfter({ item, wanted, same, write }: Compared, { status }: RemoteItem): StatusBase | null {
  const before = statusBaseOf(item);
  const ours = wanted.status;
  const isShared = same.includes("status") || write.includes("status");
  return ours !== null && (isShared || before === null) ? { ours, theirs: status } : before;
}

function closed({ write, wanted: { handle } }: Compared, { external, status }: RemoteItem): string[] {
  return isFinished(status) && write.length > 0 && !write.includes("status")
    ? [`${external.key} is closed in the tracker and stays so; its text is that of ${handle} now.`]
    : [];
}
