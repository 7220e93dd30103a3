import { lastSyncedOf, readLastSynced } from "../ledger/compare.ts";
import { itemAsSent } from "./find-unconfirmed-creates.ts";
import { readIntended } from "./read-issues.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import { type ConnectedSession, commit } from "./session.ts";
import type { TextIntent } from "./step-intent.ts";
import type { StepOutcome } from "./step-outcome.ts";

/**
 * Reads what arrived of updates that were never answered: a field that says what was sent is ours, and no edit of
 * people's. Returns the positions, which take another round.
 */
export async function checkUnconfirmedUpdates(
  session: ConnectedSession,
  intents: readonly TextIntent<"checkUpdate">[],
): Promise<number[]> {
  if (intents.length === 0) return [];
  const stepOutcomes: StepOutcome[] = [];
  for (const { intent, remote } of await readIntended(session, intents)) {
    const sent = await itemAsSent(session, intent);
    const arrived = remote && sent ? lastSyncedOf(sent, remote, session.tracker.matches) : {};
    const lastSynced = JSON.stringify({ ...readLastSynced(intent.item.last_synced), ...arrived });
    stepOutcomes.push({ outcome: "updateChecked", position: intent.position, lastSynced });
  }
  await commit(session, recordOutcomes, { stepOutcomes });
  return intents.map(({ position }) => position);
}
