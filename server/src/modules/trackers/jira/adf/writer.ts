import type { Env } from "markdown-it";
import type { Budget } from "./budget.ts";
import type { Source } from "./parse.ts";

/** Shown to readers of the tracker. */
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
  readonly env: Env;
  readonly budget: Budget;
  readonly degraded: Set<Degraded>;
  /** Footnotes' numbers so far. */
  readonly notes: Map<string, number>;
  readonly noteBlocks: Map<string, Source[]>;
  /** UTF-16 units left for link URLs. */
  addresses: number;
  /** Local ids assigned. */
  ids: number;
}

export function nextId(writer: Writer): string {
  writer.ids++;
  return `task-${writer.ids}`;
}

/** Numbers footnotes by first use, ignoring case. */
export function noteNumber({ notes }: Writer, label: string): number {
  const key = label.toLowerCase();
  const number = notes.get(key) ?? notes.size + 1;
  notes.set(key, number);
  return number;
}
