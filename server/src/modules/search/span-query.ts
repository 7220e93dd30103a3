import type { RawBuilder } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Clause, endOfAll, type Span } from "../../storage/full-text.ts";
import type { SearchKind } from "../../storage/tables/search.ts";

export interface FoundInSpan {
  kind: SearchKind;
  id: string;
  /** Index number of the document. */
  number: number;
  /** 0 if the query is its name, 1 if its title has all clauses, 2 for some, 3 for text only. */
  rank: number;
  /** First matching part of its text; null if only names or title match. */
  part: number | null;
}

export interface Found extends FoundInSpan {
  /** Documents ranked together with it. */
  span: Span;
}

export interface SearchQuery {
  query: string;
  clauses: readonly Clause[];
  kind: SearchKind | undefined;
  projectId: string | undefined;
}

/** Strategy for searching a span. */
export interface How {
  /** Documents whose name is the query, if any. */
  named: RawBuilder<unknown> | undefined;
  /** Parts of the rarest clause; 0 if not counted. */
  parts: number;
  /** True if many matches make reading all plans cheaper than looking up theirs. */
  isWide: boolean;
  /** A clause with few documents. */
  rare: Clause | undefined;
}

/** A page of a span's documents, after a rank and number. */
export interface SpanPage {
  how: How;
  span: Span;
  after: readonly number[];
  limit: number;
}

/** Finds a span's documents in rank order. */
export type FindInSpan = (
  db: Db,
  actor: Actor,
  wanted: SearchQuery,
  page: SpanPage,
) => Promise<FoundInSpan[]>;

/** Tests for the first span, which shows exact name matches. */
export const isFirst = ({ below }: Span) => below === endOfAll;
