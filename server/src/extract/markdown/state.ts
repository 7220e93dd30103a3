import { type Flow, newFlow } from "./flow.ts";
import type { Table } from "./table.ts";

export type Attributes = Readonly<Record<string, string | undefined>>;

/** This is what is being written. Tags look at it and change it. */
export interface State {
  /** This is where text goes now, the last one. */
  flows: Flow[];
  /** The tables that are open; one inside of another is `null`, since it is written as text. */
  tables: (Table | null)[];
  /** The lists that are open, each with the number of its next item, or `null` for bullets. */
  lists: { next: number | null }[];
  /** This says how many lists, quotes and marks are around: beyond a bound they are left out. */
  depth: number;
  /** The text of a `pre`, which keeps its white space. */
  verbatim: { text: string; language: string } | null;
  pictures: number;
  /** True where a table was too wide for all of its cells. */
  isCut: boolean;
  /** Resolves the address of a link; `null` leaves the link out. */
  address: (href: string) => string | null;
}

/** This is what a tag does when it opens; it returns what is to be done once it closes. */
export type Tag = (state: State, attributes: Attributes) => (() => void) | null;

export const flowOf = (state: State): Flow => state.flows.at(-1) ?? newFlow();
