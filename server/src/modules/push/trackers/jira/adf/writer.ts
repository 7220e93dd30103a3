import type { Env } from "markdown-it";
import type { Budget } from "./budget.ts";
import type { Source } from "./parse.ts";

/** What was made simpler, as a reader of the tracker may want to know it. */
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

/** What is known while one document is written. */
export interface Writer {
  /** What the parser knows of the document. */
  readonly env: Env;
  readonly budget: Budget;
  readonly degraded: Set<Degraded>;
  /** The number of each footnote, and what it says. */
  readonly notes: Map<string, number>;
  readonly noteBlocks: Map<string, Source[]>;
  /** How many UTF-16 units the addresses of links may still take. */
  addresses: number;
  /** How many local ids were given out. */
  ids: number;
}

export function nextId(writer: Writer): string {
  writer.ids++;
  return `task-${writer.ids}`;
}

/** Footnotes have the number of the place in which they come up first; the label's case makes no difference. */
export function noteNumber({ notes }: Writer, label: string): number {
  const key = label.toLowerCase();
  const number = notes.get(key) ?? notes.size + 1;
  notes.set(key, number);
  return number;
}
