import { close, readLine } from "../markdown/scan.ts";
import { newScan } from "../markdown/state.ts";
import { Collector } from "./collector.ts";
import type { LocatedCriterion } from "./label.ts";
import type { Form } from "./read-section.ts";

const BYTE_ORDER_MARK = 0xfeff;

export interface CriteriaReading {
  criteria: LocatedCriterion[];
  announcedAt: number | null;
}

/**
 * Reads the acceptance criteria of a spec in text order (rules: `docs/decisions/acceptance-criteria.md`).
 * Never throws; takes linear time.
 */
export function readCriteria(markdown: string): CriteriaReading {
  const { collector, criteria } = collect(markdown, false);
  return { criteria, announcedAt: collector.announcedAt };
}

/** Content that could be criteria, with the name of the heading above it ("" if none). */
export interface PossibleCriteria {
  form: Form;
  /** First line of the first item, from 1. */
  line: number;
  heading: string;
}

/** Returns every part that would hold criteria if its section were named so, in text order. */
export function possibleCriteria(markdown: string): PossibleCriteria[] {
  return collect(markdown, true).collector.sections.flatMap(({ form, criteria: [first], heading }) =>
    first ? [{ form, line: first.line, heading }] : [],
  );
}

function collect(
  markdown: string,
  readsAll: boolean,
): { collector: Collector; criteria: LocatedCriterion[] } {
  const source = markdown.includes("\r") ? markdown.replace(/\r\n?/g, "\n") : markdown;
  const collector = new Collector(source, readsAll);
  const scan = newScan(source, collector);
  let start = source.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < source.length) {
    const newline = source.indexOf("\n", start);
    const end = newline === -1 ? source.length : newline;
    collector.lineNumber++;
    readLine(scan, start, end);
    start = end + 1;
  }
  close(scan, 0);
  return { collector, criteria: collector.finish() };
}

/** A criterion in the API: `line` is its first line, `checked` its checkbox if it has one. */
export interface AcceptanceCriterion {
  id: string | null;
  text: string;
  line: number;
  checked?: boolean | undefined;
}

export function acceptanceCriteria(markdown: string): AcceptanceCriterion[] {
  return readCriteria(markdown).criteria.map(({ id, text, line, checked }) =>
    checked === undefined ? { id, text, line } : { id, text, line, checked },
  );
}
