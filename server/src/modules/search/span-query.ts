import type { RawBuilder } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Clause, endOfAll, type Span } from "../../storage/full-text.ts";
import type { SearchKind } from "../../storage/tables/search.ts";

export interface FoundInSpan {
  kind: SearchKind;
  id: string;
  /** The number by which the index knows the document. */
  number: number;
  /** 0 where the query is its name, 1 where its title has all clauses, 2 where it has some, 3 where only the text has. */
  rank: number;
  /** The first part of its text in which a clause is; null where only its names or its title have one. */
  part: number | null;
}

export interface Found extends FoundInSpan {
  /** The documents that were ranked together with it. */
  span: Span;
}

export interface Wanted {
  query: string;
  clauses: readonly Clause[];
  kind: SearchKind | undefined;
  projectId: string | undefined;
}

/** Says how the documents of a span are best found. */
export interface How {
  /** A query for the documents whose name the query is, where there are any. */
  named: RawBuilder<unknown> | undefined;
  /** How many parts the rarest clause has there; 0 where they were not counted. */
  parts: number;
  /** True where so many documents are found that reading all plans costs less than looking up theirs. */
  isWide: boolean;
  /** A clause that few documents have. */
  rare: Clause | undefined;
}

/** Finds the documents of a span, the best ones first, after a rank and number. */
export type FindInSpan = (
  db: Db,
  actor: Actor,
  wanted: Wanted,
  how: How,
  span: Span,
  after: readonly number[],
  limit: number,
) => Promise<FoundInSpan[]>;

/** True for the first of all spans, where the documents are shown whose name the query is. */
export const isFirst = ({ below }: Span) => below === endOfAll;
