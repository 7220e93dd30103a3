import type { PushResult } from "@groundplan/contract";
import { counted } from "../../components/counted.ts";

type Counts = Pick<PushResult, "changedCount" | "waitingCount">;

const writtenBy = ({ changedCount = 0, waitingCount = 0 }: Counts) => changedCount - waitingCount;

export const hasChanges = (counts: Counts) => writtenBy(counts) > 0;

/** Counts changes to write, or else those awaiting a decision. */
export function nextPushWords(counts: Counts): string {
  const { waitingCount = 0 } = counts;
  const [before, after, count] = hasChanges(counts)
    ? ["Push ", "", writtenBy(counts)]
    : ["", " waiting", waitingCount];
  return `${before}${counted(count, "change")}${after}`;
}
