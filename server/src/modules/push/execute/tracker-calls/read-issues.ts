import { pagesOf } from "../../../../pages-of.ts";
import type { ExternalRef, ItemKind, RemoteItem } from "../../../trackers/tracker.ts";
import type { TextIntent } from "../intents/step-intent.ts";
import type { ConnectedWork } from "../work.ts";
import { requireTarget, withRetries } from "./retry.ts";

export interface KnownIssue {
  kind: ItemKind;
  external: ExternalRef;
}

/** Reads issues; null for missing ones. Ends the push if the target is hidden. */
export async function readIssues(
  work: ConnectedWork,
  issues: readonly KnownIssue[],
): Promise<(RemoteItem | null)[]> {
  const { tracker, push } = work;
  const all: (RemoteItem | null)[] = [];
  for (const batch of pagesOf(issues, tracker.batchSizes.read)) {
    const remote = await withRetries(work, () => tracker.read(push.target, batch));
    all.push(...batch.map((_, index) => remote[index] ?? null));
  }
  // In a hidden target, all issues look deleted.
  if (all.includes(null)) await requireTarget(work);
  return all;
}

export async function readIntended<W extends TextIntent<"update" | "checkUpdate" | "read">>(
  work: ConnectedWork,
  intents: readonly W[],
): Promise<{ intent: W; remote: RemoteItem | null }[]> {
  const issues = intents.map(({ external, wanted: { kind } }) => ({ kind, external }));
  const all = await readIssues(work, issues);
  for (const remote of all) if (remote !== null) work.confirmedIds.add(remote.external.id);
  return intents.map((intent, index) => ({ intent, remote: all[index] ?? null }));
}
