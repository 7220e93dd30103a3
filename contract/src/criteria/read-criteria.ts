import { close, readLine } from "../markdown/scan.ts";
import { newScan } from "../markdown/state.ts";
import { Collector } from "./collector.ts";
import type { LocatedCriterion } from "./label.ts";
import type { Form } from "./read-section.ts";

const BYTE_ORDER_MARK = 0xfeff;

/** The criteria of a text, and the line of the first announcement of criteria, null if there is none. */
export interface CriteriaReading {
  criteria: LocatedCriterion[];
  announcedAt: number | null;
}

/**
 * Reads the acceptance criteria of a spec's markdown, in order. `docs/decisions/acceptance-criteria.md` holds the rules.
 * Never throws; takes time in proportion to the length of the text.
 */
export function readCriteria(markdown: string): CriteriaReading {
  const { collector, criteria } = collect(markdown, false);
  return { criteria, announcedAt: collector.announcedAt };
}

/** A part of a text that could be its criteria, and the name of the heading above it, "" if there is none. */
export interface PossibleCriteria {
  form: Form;
  /** The line that the first item begins in, from 1. */
  line: number;
  heading: string;
}

/** Returns the parts of a text that could be its criteria if their section were named so, in the order of the text. */
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

/** A criterion as the API shows it: `line` is the one that it begins in, `checked` the state of its box if it has one. */
export interface AcceptanceCriterion {
  id: string | null;
  text: string;
  line: number;
  checked?: boolean | undefined;
}

/** Returns the acceptance criteria of a spec's markdown, in order. */
export function acceptanceCriteria(markdown: string): AcceptanceCriterion[] {
  return readCriteria(markdown).criteria.map(({ id, text, line, checked }) =>
    checked === undefined ? { id, text, line } : { id, text, line, checked },
  );
}
