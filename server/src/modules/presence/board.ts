import type { PresenceState } from "@groundplan/contract";

/** A person at a document. */
export interface Sighting {
  workspaceId: string;
  documentId: string;
  userId: string;
  state: PresenceState;
}

export type Place = Pick<Sighting, "workspaceId" | "documentId">;

/** Who is at which document, in memory only. */
export interface Board {
  /** Notes a sighting, and drops the oldest ones beyond the limits. Returns the places whose people changed. */
  note(sighting: Sighting): Place[];
  /** Returns the people at a place now. */
  at(place: Place): Map<string, PresenceState>;
  /** Drops what is too old. Returns the places whose people changed. */
  expire(): Place[];
  size(): number;
}

const keptMs = 30_000;
const mostOfDocument = 100;
const mostOfProcess = 10_000;

export function createBoard(now: () => number): Board {
  /** The least recently seen first. */
  const bySeen = new Map<string, { seenAt: number; sighting: Sighting }>();
  const byPlace = new Map<string, Map<string, PresenceState>>();

  const drop = ({ workspaceId, documentId, userId }: Sighting) => {
    const place = { workspaceId, documentId };
    bySeen.delete(keyOf(place, userId));
    const people = byPlace.get(keyOf(place));
    people?.delete(userId);
    if (people?.size === 0) byPlace.delete(keyOf(place));
    return place;
  };
  const dropFirst = () => {
    for (const { sighting } of bySeen.values()) return drop(sighting);
  };
  return {
    note(sighting) {
      const { workspaceId, documentId, userId, state } = sighting;
      const place = { workspaceId, documentId };
      const before = byPlace.get(keyOf(place))?.get(userId);
      if (before !== undefined) drop(sighting);
      const people = byPlace.get(keyOf(place)) ?? new Map<string, PresenceState>();
      const [oldest] = people.keys();
      if (oldest !== undefined && people.size >= mostOfDocument) drop({ ...place, userId: oldest, state });
      byPlace.set(keyOf(place), people.set(userId, state));
      bySeen.set(keyOf(place, userId), { seenAt: now(), sighting });
      const crowdedOut = bySeen.size > mostOfProcess ? dropFirst() : undefined;
      return [...(before === state ? [] : [place]), ...(crowdedOut ? [crowdedOut] : [])];
    },
    at: (place) => new Map(byPlace.get(keyOf(place))),
    expire() {
      const changed = new Map<string, Place>();
      for (const { seenAt, sighting } of bySeen.values()) {
        if (now() - seenAt < keptMs) break;
        const place = drop(sighting);
        changed.set(keyOf(place), place);
      }
      return [...changed.values()];
    },
    size: () => bySeen.size,
  };
}

const keyOf = ({ workspaceId, documentId }: Place, userId = "") => `${workspaceId} ${documentId} ${userId}`;
