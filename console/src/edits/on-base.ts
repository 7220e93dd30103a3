import { isAway } from "../api/availability.ts";

interface Base {
  baseRevision?: number;
}

/** Revisions created by this page, by resource id and base revision. */
const own = new Map<string, number>();

function since(id: string, revision: number): number {
  const next = own.get(`${id} ${revision}`);
  return next === undefined ? revision : since(id, next);
}

/**
 * Sends a change with its base revision, advanced by this page's own changes. A retry after a conflict has no
 * base and overwrites.
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
