import { agreedLines, segmentsOf } from "@groundplan/contract/merge-segments";

/** Three texts of a conflict, as the service names them. */
export interface Conflict {
  base: string;
  yours: string;
  current: string;
}

const mostEdits = 4000;

/** Merges two changes by line. Lines that both changed stand one below the other, between git's marks. */
export function markConflicts({ base, yours, current }: Conflict): string {
  const segments = segmentsOf({ base, current, wanted: yours }, mostEdits) ?? [
    { base: [base], current: current.split("\n"), wanted: yours.split("\n") },
  ];
  return segments
    .flatMap(
      (segment) =>
        agreedLines(segment) ?? [
          "<<<<<<< yours",
          ...segment.wanted,
          "=======",
          ...segment.current,
          ">>>>>>> Groundplan",
        ],
    )
    .join("\n");
}

/** Tests for marks that are still in a text. */
export const hasMarks = (text: string): boolean => /^(<{7} yours|>{7} Groundplan)$/m.test(text);
