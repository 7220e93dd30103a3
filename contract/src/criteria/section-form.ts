import { continuesGherkin, startsGherkin } from "./gherkin.ts";
import { mayStartLabelLine } from "./label-lines.ts";
import { startsNumberLine } from "./number-lines.ts";
import type { Section } from "./section.ts";

/** Returns the form whose first item this line may be. */
export function formOf(text: string): Section["first"] {
  if (startsNumberLine(text)) return "numbers";
  if (mayStartLabelLine(text)) return "labels";
  return startsGherkin(text) ? "scenarios" : null;
}

/** Tests whether a new paragraph continues a section whose first item has this form. */
export function continuesForm(text: string, first: NonNullable<Section["first"]>): boolean {
  if (first === "numbers") return startsNumberLine(text);
  if (first === "labels") return mayStartLabelLine(text);
  if (first === "scenarios") return continuesGherkin(text);
  return text.startsWith("|");
}
