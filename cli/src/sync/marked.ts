import { agreedLines, segmentsOf } from "@groundplan/contract/merge-segments";

/** Edits above which a text is not marked by lines. */
const mostEdits = 2000;

const MARK = /^(?:<{7} |={7}$|>{7} )/m;

/** Tests for conflict markers that somebody has yet to resolve. */
export const hasMarkers = (text: string): boolean =>
  /^<{7} /m.test(text) && /^>{7} /m.test(text) && MARK.test(text);

/** Returns the merge of three texts, with both sides of conflicts between git's markers. */
export function markedMerge(base: string, local: string, remote: string): string {
  const segments = segmentsOf({ base, current: local, wanted: remote }, mostEdits) ?? [
    { base: [base], current: [local], wanted: [remote] },
  ];
  const lines = segments.flatMap((segment) => {
    const agreed = agreedLines(segment);
    if (agreed) return agreed;
    return ["<<<<<<< this folder", ...segment.current, "=======", ...segment.wanted, ">>>>>>> Groundplan"];
  });
  return lines.join("\n");
}
