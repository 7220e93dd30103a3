import { agreement, type Surroundings } from "./surroundings.ts";

export interface TextRange {
  start: number;
  end: number;
}

/** Occurrences considered. */
const mostRanges = 1000;

/** Returns up to 1,000 occurrences of words, overlapping ones included. */
export function rangesOf(text: string, exact: string, from = 0, to = text.length): TextRange[] {
  const ranges: TextRange[] = [];
  if (exact === "") return ranges;
  for (let at = text.indexOf(exact, from); at >= 0; at = text.indexOf(exact, at + 1)) {
    if (at + exact.length > to || ranges.length === mostRanges) break;
    ranges.push({ start: at, end: at + exact.length });
  }
  return ranges;
}

/** Returns the occurrence with the most similar surroundings; the first if equal. */
export function bestRange(
  text: string,
  ranges: readonly TextRange[],
  surroundings: Surroundings,
): (TextRange & { agreement: number }) | undefined {
  let best: (TextRange & { agreement: number }) | undefined;
  for (const range of ranges) {
    const agrees = agreement(text, range.start, range.end, surroundings);
    if (!best || agrees > best.agreement) best = { ...range, agreement: agrees };
  }
  return best;
}
