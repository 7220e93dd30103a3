import { type Flow, newFlow } from "./flow.ts";
import type { Table } from "./table.ts";

export type Attributes = Readonly<Record<string, string | undefined>>;

/** The state of the conversion, read and changed by tags. */
export interface State {
  /** Stack of flows; text goes to the last. */
  flows: Flow[];
  /** Open tables; null for a nested one, which becomes text. */
  tables: (Table | null)[];
  /** Open lists with their next number; `null` for bullets. */
  lists: { next: number | null }[];
  /** Nesting depth of lists, quotes and marks, which is limited. */
  depth: number;
  /** The content of a `pre`. */
  verbatim: { text: string; language: string } | null;
  pictures: number;
  /** True if a table had too many columns. */
  isCut: boolean;
  /** Resolves a link's address; `null` drops the link. */
  address: (href: string) => string | null;
}

/** Opens a tag and returns what to do when it closes. */
export type Tag = (state: State, attributes: Attributes) => (() => void) | null;

export const flowOf = (state: State): Flow => state.flows.at(-1) ?? newFlow();
