/** The marks that a line begins with, as written, and their offsets in it. */
export interface LineParts {
  /** Quote marks and indentation. */
  lead: string;
  /** `- ` or `1. `. */
  mark: string;
  /** `[ ] `. */
  task: string;
  /** `## `. */
  heading: string;
}

const begin =
  /^((?:[ \t]*>)*[ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)?(\[[ xX]\][ \t]+)?(#{1,6}(?:[ \t]+|(?=\r?$)))?/;

export function partsOf(line: string): LineParts {
  const [, lead = "", mark = "", task = "", heading = ""] = begin.exec(line) ?? [];
  return { lead, mark, task: mark ? task : "", heading: mark || !task ? heading : "" };
}

/** The length of all marks. */
export function beginLength(line: string): number {
  const { lead, mark, task, heading } = partsOf(line);
  return lead.length + mark.length + task.length + heading.length;
}
