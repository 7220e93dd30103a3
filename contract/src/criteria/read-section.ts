import { gherkinItems } from "./gherkin.ts";
import { type Item, type LocatedCriterion, labelled, splitBox } from "./label.ts";
import { labelLineItems } from "./label-lines.ts";
import { numberLineItems } from "./number-lines.ts";
import type { ListItem, Section } from "./section.ts";
import { tableItems } from "./table-items.ts";

export type Form = "numbers" | "labels" | "scenarios" | "boxes" | "bullets" | "table";

export interface SectionReading {
  form: Form;
  criteria: LocatedCriterion[];
}

/**
 * Reads a section in the first form that it contains, in the order of the type `Form` (rules:
 * `docs/decisions/acceptance-criteria.md`).
 */
export function readSection(section: Section): SectionReading {
  // Below "Acceptance criteria", numbers under "Notes" count too, for compatibility with 0.1.
  const numbered = section.items.filter(
    ({ isNumbered, isAside, isPrimary }) => isNumbered && (isPrimary || !isAside),
  );
  if (numbered.length > 0) return { form: "numbers", criteria: labelled(listItems(ofPrimary(numbered))) };
  const lines = numberLineItems(section.rows);
  if (lines.length > 0) return { form: "numbers", criteria: labelled(lines) };
  const rows = section.rows.filter(({ isAside }) => !isAside);
  const withLabels = labelLineItems(rows);
  if (withLabels.length > 0) return { form: "labels", criteria: labelled(withLabels) };
  const scenarios = gherkinItems(rows);
  if (scenarios.length > 0) return { form: "scenarios", criteria: labelled(scenarios) };
  const bullets = listItems(section.items.filter(({ isAside }) => !isAside));
  const form = bullets.some(({ checked }) => checked !== undefined) ? "boxes" : "bullets";
  if (bullets.length > 0) return { form, criteria: labelled(withHashes(bullets)) };
  return { form: "table", criteria: labelled(tableItems(rows)) };
}

/** Returns only the items below an inner "Acceptance criteria" heading, or all if there is none. */
function ofPrimary(items: readonly ListItem[]): readonly ListItem[] {
  const primary = items.filter(({ isPrimary }) => isPrimary);
  return primary.length > 0 ? primary : items;
}

function listItems(items: readonly ListItem[]): Item[] {
  return items.map(({ text, line, lastLine }) => {
    const { text: words, checked } = splitBox(text.text);
    return { text: words, line, lastLine, checked };
  });
}

const HASH = /^(#\d+)[.:)]?(?:\s+|$)/;

/** Uses `#1` as the label if every item begins so, as in Backlog.md. */
function withHashes(items: readonly Item[]): readonly Item[] {
  const marks = items.map(({ text }) => HASH.exec(text));
  if (marks.includes(null)) return items;
  return items.map(({ text, line, lastLine, checked }, index) => {
    const [all = "", id = null] = marks[index] ?? [];
    return { text: text.slice(all.length), line, lastLine, checked, id };
  });
}
