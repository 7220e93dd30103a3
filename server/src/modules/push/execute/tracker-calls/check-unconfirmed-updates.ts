import type { RemoteItem } from "../../../trackers/tracker.ts";
import { lastSyncedOf, readLastSynced } from "../../ledger/compare.ts";
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

/** Reads unanswered updates back: a matching field is our own write, not an edit. */
export async function checkUnconfirmedUpdates(
  work: ConnectedWork,
  intents: readonly TextIntent<"checkUpdate">[],
): Promise<RoundResult> {
  if (intents.length === 0) return { again: [] };
  const stepOutcomes: StepOutcome[] = [];
  for (const { intent, remote } of await readIntended(work, intents)) {
    const sent = await itemAsSent(work, intent);
    const held = partsSent(intent.item);
    const arrived = remote && sent ? lastSyncedOf(sent, remote, work.tracker.matches, held) : {};
    const lastSynced = JSON.stringify({ ...readLastSynced(intent.item.last_synced), ...arrived });
    const statusBase = baseAfter(intent.item, remote);
    stepOutcomes.push({ outcome: "updateChecked", position: intent.position, lastSynced, statusBase });
  }
  await commit(work, recordOutcomes, { stepOutcomes });
  return { again: intents.map(({ position }) => position) };
}

/** Returns the sent status as base if it has arrived, else the previous base. */
function baseAfter(item: ItemRow, remote: RemoteItem | null): StatusBase | null {
  const { sending_status: sent } = item;
  const isSent = sent !== null && partsSent(item).includes("status");
  const hasArrived = isSent && remote !== null && isAsWritten(sent, remote.status);
  return hasArrived ? { ours: sent, theirs: remote.status } : statusBaseOf(item);
}
