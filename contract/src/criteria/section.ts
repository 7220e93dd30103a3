import type { ItemText } from "./item-text.ts";
import type { Announcement } from "./names.ts";

/** The part of a section that a line of it is. `aside` lines stand under "Notes" and the like. */
export type RowKind =
  | "text"
  | "item"
  | "fence"
  | "gherkin"
  | "code"
  | "header"
  | "delimiter"
  | "row"
  | "heading"
  | "blank"
  | "other";

/** A line of a section. */
export interface Row {
  kind: RowKind;
  /** The line's number in the text, from 1. */
  line: number;
  text: string;
  /** True if a paragraph or another block begins here. */
  opens: boolean;
  isAside: boolean;
}

/** A top-level item of a list in a section. */
export interface ListItem {
  text: ItemText;
  isNumbered: boolean;
  isAside: boolean;
  /** True below a heading "Acceptance criteria" or "Done when", the section's own or a deeper one. */
  isPrimary: boolean;
  line: number;
  lastLine: number;
}

/** A section of criteria while it is read. */
export interface Section {
  /** The level of the heading that announced it; 0 if a bold line, a line with a colon or a summary did. */
  level: number;
  /** The line that announced it. */
  line: number;
  announcement: Announcement;
  /** The level of a heading "Acceptance criteria" or "Done when" inside the section; 0 outside of one. */
  primaryLevel: number;
  isAside: boolean;
  /** The form of the first thing that may be a criterion; null before it. */
  first: "list" | "labels" | "scenarios" | "numbers" | "table" | null;
  /** True once a numbered list was read: then nothing else of the section counts. */
  isNumbered: boolean;
  /** The `<details>` that were opened inside the section. */
  details: number;
  rows: Row[];
  items: ListItem[];
}

export function newSection(level: number, line: number, announcement: Announcement): Section {
  return {
    level,
    line,
    announcement,
    primaryLevel: 0,
    isAside: false,
    first: null,
    isNumbered: false,
    details: 0,
    rows: [],
    items: [],
  };
}
