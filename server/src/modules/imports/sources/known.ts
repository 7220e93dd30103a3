import type { Db } from "../../../storage/dialect.ts";
import { type SourceRow, sourcesOfPlaces } from "../../context/access.ts";
import type { OwnScope } from "../../context/source-scope.ts";
import { basesOfPlaces } from "./store.ts";
import { type Titles, titlesOf } from "./titles.ts";

/** The last imported source, without text. */
export type KnownBase = Awaited<ReturnType<typeof basesOfPlaces>>[number];

/** A scope's sources before an import. */
export interface Known {
  sources: ReadonlyMap<string, SourceRow>;
  baseOfRef: ReadonlyMap<string, KnownBase>;
  titles: Titles;
}

export type ImportScope = OwnScope & { projectId: string };

/** The scope to import into; null if a dry run would create its plan. */
export interface To {
  place: ImportScope | null;
  known: Known;
}

/** Returns the sources of scopes by id, in two queries. */
export async function knownSources(
  db: Db,
  workspaceId: string,
  placeIds: readonly string[],
): Promise<(placeId: string | null) => Known> {
  const rows = Map.groupBy(await sourcesOfPlaces(db, workspaceId, placeIds), ({ place_id }) => place_id);
  const bases = Map.groupBy(await basesOfPlaces(db, workspaceId, placeIds), ({ place_id }) => place_id);
  return (placeId) => {
    const sources = rows.get(placeId ?? "") ?? [];
    return {
      sources: new Map(sources.map((source) => [source.id, source])),
      baseOfRef: new Map((bases.get(placeId ?? "") ?? []).map((base) => [base.external_ref, base])),
      titles: titlesOf(sources),
    };
  };
}
