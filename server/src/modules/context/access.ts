import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Place, type PlacePath, readablePlace, requireOpenPlace, requireRight } from "./place.ts";
import { findSource, type SourceRow } from "./store.ts";

export { type SourceRow, sourceOfId, sourcesOfPlaces } from "./store.ts";

export type SourcePath = PlacePath & { sourceId: string };

/** Returns a source of the path's scope or an inherited one. */
export async function readableSource(
  db: Db,
  actor: Actor,
  { sourceId, ...path }: SourcePath,
): Promise<{ place: Place; source: SourceRow }> {
  const place = await readablePlace(db, actor, path);
  const source = await findSource(db, place, sourceId);
  if (!source) throw notFound("context source");
  return { place, source };
}

/** Returns the scope for a new source: 404, then 403, then 409 for an archived plan. */
export async function editablePlace(db: Db, actor: Actor, path: PlacePath): Promise<Place> {
  const place = await readablePlace(db, actor, path);
  requireRight(actor, place);
  requireOpenPlace(place);
  return place;
}

/** Returns a source for a change; inherited ones are 409 `inherited_source`. */
export async function editableSource(
  db: Db,
  actor: Actor,
  path: SourcePath,
): Promise<{ place: Place; source: SourceRow }> {
  const found = await readableSource(db, actor, path);
  requireRight(actor, found.place);
  requireOpenPlace(found.place);
  if (found.source.place_id !== found.place.id)
    throw new ApiError(
      "inherited_source",
      `The source belongs to ${belongsTo[found.source.scope]}. Change it there.`,
    );
  return found;
}

const belongsTo = { TEAM: "the workspace", PROJECT: "the project", PLAN: "a plan above this one" } as const;
