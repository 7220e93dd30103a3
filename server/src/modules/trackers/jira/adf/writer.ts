import type { Env } from "markdown-it";
import type { Budget } from "./budget.ts";
import type { Source } from "./parse.ts";

/** The simplifications, named for readers of the tracker. */
export type Degraded =
  | "headings in lists and quotes became bold text"
  | "tables in lists and quotes became code"
  | "wide tables became code"
  | "quotes in lists and quotes became paragraphs"
  | "rules in lists and quotes became dashes"
  | "check boxes in quotes and in other lists became text"
  | "what stood below check boxes became lines of text"
  | "lists below the sixth level became paragraphs"
  | "images became links"
  | "links that lead to no web or mail address became text"
  | "more links than a document takes became text"
  | "HTML became text"
  | "footnotes became a list at the end"
  | "paragraphs of extreme length became text without markup"
  | "blocks that lie too deep in each other made the document text without markup";

export interface Writer {
  /** Link and footnote definitions from the parser. */
  readonly env: Env;
  readonly budget: Budget;
  readonly degraded: Set<Degraded>;
  /** The numbers of footnotes seen so far. */
  readonly notes: Map<string, number>;
  readonly noteBlocks: Map<string, Source[]>;
  /** The remaining UTF-16 units for link URLs. */
  addresses: number;
  /** The number of local ids assigned. */
  ids: number;
}

export function nextId(writer: Writer): string {
  writer.ids++;
  return `task-${writer.ids}`;
}

/** Returns a footnote's number, by first occurrence and case-insensitive label. */
export function noteNumber({ notes }: Writer, label: string): number {
  const key = label.toLowerCase();
  const number = notes.get(key) ?? notes.size + 1;
  notes.set(key, number);
  return number;
}
