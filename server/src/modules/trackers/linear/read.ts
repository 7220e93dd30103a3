import type { ExternalRef, ItemKind, RemoteItem } from "../tracker.ts";
import { requireTeam } from "./check.ts";
import type { Linear } from "./client.ts";
import { readByIds } from "./items/sightings.ts";

/** Counts trashed items as deleted. If one is missing, the team must still be visible. */
export async function read(
  linear: Linear,
  target: string,
  externals: readonly { kind: ItemKind; external: ExternalRef }[],
): Promise<(RemoteItem | null)[]> {
  const wanted = externals.map(({ kind, external }) => ({ kind, id: external.id }));
  const found = await readByIds(linear, wanted);
  if (wanted.some(({ id }) => !found.has(id))) await requireTeam(linear, target);
  return wanted.map(({ id }) => {
    const sighting = found.get(id);
    return sighting && !sighting.isTrashed ? sighting.remote : null;
  });
}
