import type { Evidence } from "@groundplan/contract";
import { resultWords } from "./evidence-words.ts";

const marks = {
  passed: ["✓", "text-good"],
  failed: ["✗", "text-bad"],
  not_run: ["–", "text-ink-3"],
  open: ["○", "text-ink-3"],
} as const;

/** A sign for a criterion's newest evidence, with the word as accessible name. */
export function EvidenceMark({ result }: { result: Evidence["result"] | null }) {
  const [sign, tone] = marks[result ?? "open"];
  const word = result === null ? "Open" : resultWords[result];
  return (
    <span role="img" aria-label={word} title={word} className={`text-center font-semibold ${tone}`}>
      {sign}
    </span>
  );
}
