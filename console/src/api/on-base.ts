import { isAway } from "./reach.ts";

/** The revision that a change is based on. */
interface Base {
  baseRevision?: number;
}

/** The revisions that this page's own changes created, by resource id and base revision. */
const own = new Map<string, number>();

/** Follows this page's own changes to the latest revision. */
function since(id: string, revision: number): number {
  const next = own.get(`${id} ${revision}`);
  return next === undefined ? revision : since(id, next);
}

/**
 * Sends a change with its base revision, advanced by this page's own changes. After a conflict, a retry is
 * sent without a base and overwrites the newer revision.
 */
export function onBase<T>(
  id: string,
  revision: number | undefined,
  send: (base: Base) => Promise<T>,
  revisionOf: (answer: T) => number,
): () => Promise<T> {
  let isMeant = false;
  return async () => {
    if (revision === undefined || isMeant) return send({});
    const baseRevision = since(id, revision);
    try {
      const answer = await send({ baseRevision });
      const made = revisionOf(answer);
      if (made > baseRevision) own.set(`${id} ${baseRevision}`, made);
      return answer;
    } catch (error) {
      isMeant = !isAway(error);
      throw error;
    }
  };
}
