import { isAway } from "./reach.ts";

/** This is the revision that a change was made of. */
interface Base {
  baseRevision?: number;
}

/** The revision that this page made of another one of a thing, by the thing's id and that one. */
const own = new Map<string, number>();

/** Returns the revision that this page's own changes have made of one. */
function since(id: string, revision: number): number {
  const next = own.get(`${id} ${revision}`);
  return next === undefined ? revision : since(id, next);
}

/**
 * Returns what sends a change of a thing with the revision that it was made of, or that the page's own changes have made of
 * that one by then. Once that was refused, since somebody changed the same meanwhile, it is sent without: tried again, it
 * takes the place of what is there.
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
