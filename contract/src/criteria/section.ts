import type { ItemText } from "./item-text.ts";
import type { Announcement } from "./names.ts";

/** The role of a line in its section. `aside` lines stand under "Notes" and the like. */
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

export interface Row {
  kind: RowKind;
  /** From 1. */
  line: number;
  text: string;
  /** True if a block begins here. */
  opens: boolean;
  isAside: boolean;
}

/** A top-level list item. */
export interface ListItem {
  text: ItemText;
  isNumbered: boolean;
  isAside: boolean;
  /** True below a heading "Acceptance criteria" or "Done when". */
  isPrimary: boolean;
  line: number;
  lastLine: number;
}

/** The state of the current section. */
export interface Section {
  /** Level of the announcing heading; 0 if a bold line, colon or summary announced it. */
  level: number;
  line: number;
  announcement: Announcement;
  /** Level of an inner heading "Acceptance criteria" or "Done when"; 0 outside of one. */
  primaryLevel: number;
  isAside: boolean;
  /** The form of the first possible criterion; null before it. */
  first: "list" | "labels" | "scenarios" | "numbers" | "table" | null;
  /** True once a numbered list was read, after which nothing else counts. */
  isNumbered: boolean;
  /** Number of `<details>` opened in the section. */
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
