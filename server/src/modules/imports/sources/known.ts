import type { Db } from "../../../storage/dialect.ts";
import { type SourceRow, sourcesOfPlaces } from "../../context/access.ts";
import type { OwnPlace } from "../../context/place.ts";
import { basesOfPlaces } from "./store.ts";
import { type Titles, titlesOf } from "./titles.ts";

/** A source as an import brought it last, without its text. */
export type KnownBase = Awaited<ReturnType<typeof basesOfPlaces>>[number];

/** The sources that a place has before an import. */
export interface Known {
  sources: ReadonlyMap<string, SourceRow>;
  baseOfRef: ReadonlyMap<string, KnownBase>;
  titles: Titles;
}

/** A project or a plan. */
export type Place = OwnPlace & { projectId: string };

/** The place whose sources are imported: null where a dry run would create its plan. */
export interface To {
  place: Place | null;
  known: Known;
}

/** Returns what is known of places, by their ids: with the same two queries for any number of them. */
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
