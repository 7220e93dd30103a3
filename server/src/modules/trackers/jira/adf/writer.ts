import type { Env } from "markdown-it";
import type { Budget } from "./budget.ts";
import type { Source } from "./parse.ts";

/** Names what was made simpler, for readers of the tracker. */
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

/** The state of writing one document. */
export interface Writer {
  /** The definitions of links and footnotes, from the parser. */
  readonly env: Env;
  readonly budget: Budget;
  readonly degraded: Set<Degraded>;
  /** The number of each footnote that came up. */
  readonly notes: Map<string, number>;
  readonly noteBlocks: Map<string, Source[]>;
  /** The UTF-16 units that the addresses of links may still take. */
  addresses: number;
  /** The number of local ids that were given out. */
  ids: number;
}

export function nextId(writer: Writer): string {
  writer.ids++;
  return `task-${writer.ids}`;
}

/** Returns the number of a footnote: they count as they first come up, and the label's case makes no difference. */
export function noteNumber({ notes }: Writer, label: string): number {
  const key = label.toLowerCase();
  const number = notes.get(key) ?? notes.size + 1;
  notes.set(key, number);
  return number;
}
