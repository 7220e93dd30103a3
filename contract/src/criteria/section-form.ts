import { continuesGherkin, startsGherkin } from "./gherkin.ts";
import { mayStartLabelLine } from "./label-lines.ts";
import { startsNumberLine } from "./number-lines.ts";
import type { Section } from "./section.ts";

/** Returns the form of which a line of a paragraph may be the first item. */
export function formOf(text: string): Section["first"] {
  if (startsNumberLine(text)) return "numbers";
  if (mayStartLabelLine(text)) return "labels";
  return startsGherkin(text) ? "scenarios" : null;
}

/** Returns true if a line that begins a paragraph goes on with a section whose first item has this form. */
export function continuesForm(text: string, first: NonNullable<Section["first"]>): boolean {
  if (first === "numbers") return startsNumberLine(text);
  if (first === "labels") return mayStartLabelLine(text);
  if (first === "scenarios") return continuesGherkin(text);
  return text.startsWith("|");
}
