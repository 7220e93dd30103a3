import type { Db } from "../../../storage/dialect.ts";
import { type SourceRow, sourcesOfScopes } from "../../context/access.ts";
import type { OwnScope } from "../../context/source-scope.ts";
import { basesOfScopes } from "./store.ts";
import { type Titles, titlesOf } from "./titles.ts";

/** The last imported source, without text. */
export type KnownBase = Awaited<ReturnType<typeof basesOfScopes>>[number];

/** A scope's sources before an import. */
export interface Known {
  sources: ReadonlyMap<string, SourceRow>;
  baseOfRef: ReadonlyMap<string, KnownBase>;
  titles: Titles;
}

export type ImportScope = OwnScope & { projectId: string };

/** The scope to import into; null if a dry run would create its plan. */
export interface To {
  scope: ImportScope | null;
  known: Known;
}

/** Returns the sources of scopes by id, in two queries. */
export async function knownSources(
  db: Db,
  workspaceId: string,
  scopeIds: readonly string[],
): Promise<(scopeId: string | null) => Known> {
  const rows = Map.groupBy(await sourcesOfScopes(db, workspaceId, scopeIds), ({ place_id }) => place_id);
  const bases = Map.groupBy(await basesOfScopes(db, workspaceId, scopeIds), ({ place_id }) => place_id);
  return (scopeId) => {
    const sources = rows.get(scopeId ?? "") ?? [];
    return {
      sources: new Map(sources.map((source) => [source.id, source])),
      baseOfRef: new Map((bases.get(scopeId ?? "") ?? []).map((base) => [base.external_ref, base])),
      titles: titlesOf(sources),
    };
  };
}
