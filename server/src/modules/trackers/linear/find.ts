import type { Lookup, RemoteItem } from "../tracker.ts";
import type { Linear } from "./client.ts";
import { readByIds } from "./items/sightings.ts";

/** Includes trashed items, whose ids can't be reused. */
export async function find(linear: Linear, sought: readonly Lookup[]): Promise<RemoteItem[][]> {
  const wanted = sought.map(({ kind, identity }) => ({ kind, id: identity.clientId }));
  const found = await readByIds(linear, wanted);
  return wanted.map(({ id }) => found.get(id)?.remote ?? []).map((remote) => [remote].flat());
}
