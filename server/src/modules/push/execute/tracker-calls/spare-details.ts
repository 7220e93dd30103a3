import { type Change, type ItemPart, isDetail, type Outcome } from "../../../trackers/tracker.ts";
import { partNames } from "../../results/sentences.ts";
import type { ConnectedWork } from "../work.ts";
import { failures, notAnswered } from "./retry.ts";

/** Updates, and repeats a refused change part by part, so that only the refused details are left. */
export async function updateSparing(
  { tracker, push }: ConnectedWork,
  changes: readonly Change[],
): Promise<Outcome[]> {
  const update = (all: readonly Change[]): Promise<Outcome[]> =>
    tracker.update(push.target, all).catch((error: unknown) => failures(all, error));
  const outcomes = await update(changes);
  const spared: Outcome[] = [];
  for (const [index, change] of changes.entries()) {
    const outcome = outcomes[index] ?? notAnswered;
    const mayBeSpared = isRefusedItem(outcome) && change.write.some(isDetail);
    spared.push(mayBeSpared ? await inPieces(change, outcome) : outcome);
  }
  return spared;

  async function inPieces(change: Change, whole: Outcome): Promise<Outcome> {
    const rest = change.write.filter((part) => !isDetail(part));
    const own = change.write.filter(isDetail);
    const pieces = [...(rest.length > 0 ? [rest] : []), ...own.map((part) => [part])];
    const end: Extract<Outcome, { done: true }> = { done: true, remote: null, caveats: [], leftParts: [] };
    const left: ItemPart[] = [];
    let missing = 0;
    for (const piece of pieces) {
      const [outcome = notAnswered] =
        pieces.length === 1 ? [whole] : await update([{ ...change, write: piece }]);
      if (outcome.done) {
        end.remote = outcome.remote ?? end.remote;
        end.caveats.push(...outcome.caveats);
        left.push(...(outcome.leftParts ?? []));
        continue;
      }
      const [part] = piece;
      if (part === undefined || !isDetail(part) || !isRefusedItem(outcome)) return outcome;
      if (outcome.error.code === "missing") missing++;
      left.push(part);
      end.caveats.push(leftSentence(change, part, outcome.error.message));
    }
    // The issue itself is gone.
    if (missing === pieces.length) return whole;
    return { ...end, leftParts: left };
  }
}

const isRefusedItem = (outcome: Outcome): outcome is Extract<Outcome, { done: false }> =>
  !outcome.done &&
  outcome.error.outcome === "refused" &&
  (outcome.error.code === "invalid" || outcome.error.code === "missing");

export const leftSentence = ({ external }: Pick<Change, "external">, part: ItemPart, why: string) =>
  `The ${partNames[part]} of ${external.key} ${part === "labels" ? "were" : "was"} left: ${why}`;
