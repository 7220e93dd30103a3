import { agreedLines, segmentsOf } from "@groundplan/contract/merge-segments";

/** A merged range, or a conflict. */
export type MergedRange =
  | { kind: "settled"; text: string }
  | { kind: "open"; base: string; yours: string; current: string };

/** The edit limit, above which the whole text is one conflict. */
const mostEdits = 5_000;

/**
 * Merges three texts by lines: changes by one side, or identical ones by both, are settled. Joined by line
 * breaks, the ranges cover the whole text.
 */
export function mergeLines(base: string, yours: string, current: string): MergedRange[] {
  const ranges: MergedRange[] = [];
  for (const segment of segmentsOf({ base, current, wanted: yours }, mostEdits) ?? []) {
    const settled = agreedLines(segment);
    const last = ranges.at(-1);
    if (!settled)
      ranges.push({
        kind: "open",
        base: segment.base.join("\n"),
        yours: segment.wanted.join("\n"),
        current: segment.current.join("\n"),
      });
    else if (settled.length === 0) continue;
    else if (last?.kind === "settled") last.text += `\n${settled.join("\n")}`;
    else ranges.push({ kind: "settled", text: settled.join("\n") });
  }
  return ranges.some(({ kind }) => kind === "open") ? ranges : [{ kind: "open", base, yours, current }];
}

export type Choice = "yours" | "current" | "both";

/** Returns the text with all conflicts resolved in order. */
export function textOf(ranges: readonly MergedRange[], choices: readonly (Choice | undefined)[]): string {
  let open = 0;
  return ranges
    .flatMap((range) => {
      if (range.kind === "settled") return [range.text];
      const choice = choices[open++] ?? "yours";
      const sides = choice === "both" ? [range.current, range.yours] : [range[choice]];
      // A side that deleted the lines contributes none.
      return sides.filter((side) => side !== "" || range.base === "");
    })
    .join("\n");
}
