import { type RemoteItem, singleDetails } from "../../../trackers/tracker.ts";
import { lastSyncedOf, readLastSynced } from "../../ledger/compare.ts";
import { type DetailsBase, labelsAfter, readBase } from "../../ledger/details.ts";
import type { ItemRow } from "../../ledger/ledger.ts";
import { isAsWritten, type StatusBase, statusBaseOf } from "../../ledger/statuses.ts";
import type { RoundResult } from "../intents/intents.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import { partsSent } from "../outcomes/record-parts.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit } from "../work.ts";
import { itemAsSent } from "./find-unconfirmed-creates.ts";
import { readIntended } from "./read-issues.ts";
import { withRetries } from "./retry.ts";

/** Reads unanswered updates back: a matching field is our own write, not an edit. */
export async function checkUnconfirmedUpdates(
  work: ConnectedWork,
  intents: readonly TextIntent<"checkUpdate">[],
): Promise<RoundResult> {
  if (intents.length === 0) return { again: [] };
  const stepOutcomes: StepOutcome[] = [];
  const names = intents.flatMap(({ item }) => labelsOf(readBase(item.sending_details)));
  const { tracker, push } = work;
  const terms =
    names.length > 0 ? await withRetries(work, () => tracker.labelTerms(push.target, names)) : new Map();
  for (const { intent, remote } of await readIntended(work, intents)) {
    const sent = await itemAsSent(work, intent);
    const held = partsSent(intent.item);
    const arrived = remote && sent ? lastSyncedOf(sent, remote, work.tracker.matches, held) : {};
    const lastSynced = JSON.stringify({ ...readLastSynced(intent.item.last_synced), ...arrived });
    const statusBase = baseAfter(intent.item, remote);
    const detailsBase = detailsAfter(intent.item, remote, terms);
    const { position } = intent;
    stepOutcomes.push({ outcome: "updateChecked", position, lastSynced, statusBase, detailsBase });
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  return { again: intents.map(({ position }) => position) };
}

const labelsOf = ({ labels = [] }: DetailsBase) => labels.map(([name]) => name);

/** Returns the base with the sent details that have arrived. */
function detailsAfter(
  item: ItemRow,
  remote: RemoteItem | null,
  terms: ReadonlyMap<string, string>,
): DetailsBase {
  const base = readBase(item.base_details);
  const sent = readBase(item.sending_details);
  if (remote === null) return base;
  const held = partsSent(item);
  for (const detail of singleDetails)
    if (held.includes(detail) && sent[detail]?.[1] === remote.details[detail]) base[detail] = sent[detail];
  if (held.includes("labels"))
    base.labels = labelsAfter(labelsOf(sent), base.labels, terms, remote.details.labels);
  return base;
}

/** Returns the sent status as base if it has arrived, else the previous base. */
function baseAfter(item: ItemRow, remote: RemoteItem | null): StatusBase | null {
  const { sending_status: sent } = item;
  const isSent = sent !== null && partsSent(item).includes("status");
  const hasArrived = isSent && remote !== null && isAsWritten(sent, remote.status);
  return hasArrived ? { ours: sent, theirs: remote.status } : statusBaseOf(item);
}
