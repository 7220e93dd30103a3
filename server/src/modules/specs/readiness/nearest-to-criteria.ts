import { isDefinitionOfDone, type PossibleCriteria, possibleCriteria } from "@groundplan/contract";
import type { Finding } from "./spec-text.ts";

type Form = PossibleCriteria["form"];

/** Most to least likely meant as criteria. */
const likeliest: readonly Form[] = ["boxes", "scenarios", "labels", "numbers", "bullets", "table"];

const these: Readonly<Record<Form, string>> = {
  boxes: "These boxes",
  scenarios: "These scenarios",
  labels: "These labelled lines",
  numbers: "These numbered items",
  bullets: "These bullets",
  table: "The rows of this table",
};

/** Finds the part above a line that could become the criteria, and says how. */
export function nearestToCriteria(content: string, end: number): Finding {
  const text = "There are no acceptance criteria.";
  const parts = possibleCriteria(content).filter(({ line }) => line < end);
  const [nearest] = parts
    .filter(({ heading }) => !isDefinitionOfDone(heading))
    .toSorted((a, b) => likeliest.indexOf(a.form) - likeliest.indexOf(b.form));
  if (nearest) {
    const fix = `${these[nearest.form]} can be the criteria: name the section “Acceptance criteria”.`;
    return { line: nearest.line, text, fix };
  }
  const [done] = parts;
  if (!done) return { line: null, text };
  return {
    line: done.line,
    text: "There are no acceptance criteria: a “Definition of done” says the same for every spec.",
    fix: "Add a heading “Acceptance criteria” and below it what only this spec has to show.",
  };
}
