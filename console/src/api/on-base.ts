import { isAway } from "./send-once.ts";

/** This is the revision that a change was made of. */
interface Base {
  baseRevision?: number;
}

/**
 * Returns what sends a change with the revision that it was made of. Once that was refused, since somebody changed the
 * same meanwhile, it is sent without: tried again, it takes the place of what is there.
 */
export function onBase<T>(base: Base, send: (base: Base) => Promise<T>): () => Promise<T> {
  let own = base;
  return () =>
    send(own).catch((error: unknown) => {
      if (!isAway(error)) own = {};
      throw error;
    });
}
