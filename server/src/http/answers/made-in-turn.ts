import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { concurrencyLimit } from "../../dispatch/concurrency-limit.ts";
import type { OperationResult } from "../../dispatch/execute.ts";
import { mostBytesOfPiece } from "../../files/add-piece.ts";
import { bytesOfPage } from "../../modules/paging.ts";
import type { Owner } from "./owner.ts";
import { type AnswerPool, largestSmall, type Place } from "./pool.ts";

/** The most requests whose answers are known to be long. */
const mostKnown = 1_000;

/** An answer with its place in the pool; null for one that is small or bounds itself. */
export interface Made {
  result: OperationResult;
  place: Place | null;
}

interface Request {
  /** Identifies the request among those of all callers. */
  key: string;
  /** True if the answer may be made twice. */
  isRead: boolean;
  /** True if others of its kind are answered in no time, too, so that few need to be made at once. */
  isQuick: boolean;
  response: ServerResponse;
  owner(): Owner;
}

/**
 * Returns a function that makes the answer to a request. How long an answer is shows when it is made: a read whose answer
 * is long and has no room is thrown away, and made again when its turn comes; the next like it waits before. The answer
 * of a write is always sent.
 */
export function madeInTurn(
  pool: AnswerPool,
  atOnce: number,
): (request: Request, make: () => Promise<OperationResult>) => Promise<Made> {
  const known = new Map<string, number>();
  const fewAtOnce = concurrencyLimit(atOnce);
  const remember = (key: string, bytes: number) => {
    known.delete(key);
    known.set(key, bytes);
    if (known.size > mostKnown) known.delete(known.keys().next().value ?? key);
  };

  /** Returns the answer; null for one that has no room, whose bytes are known from then on. */
  async function tryToMake(
    { key, isRead, response, owner }: Request,
    make: () => Promise<OperationResult>,
    place: Place | null,
  ): Promise<Made | null> {
    const result = await make().catch((error: unknown) => {
      place?.leave();
      throw error;
    });
    const bytes = bytesOf(result);
    if (bytes <= largestSmall) {
      place?.leave();
      known.delete(key);
      return { result, place: null };
    }
    if (isRead) remember(key, bytes);
    const text = typeof result.body === "string" ? result.body : null;
    const counted = result.isShared ? 0 : text === null ? bytes : bytes * 2;
    const take = isRead ? pool.takeIfRoom : pool.take;
    const taken = place ?? take(response, owner(), counted);
    taken?.hold(counted, text === null ? 1 : bytes / text.length);
    if (taken) return { result, place: taken };
    if (result.body instanceof Readable) result.body.destroy();
    return null;
  }

  return async (request, make) => {
    const { key, isRead, isQuick, response, owner } = request;
    const makeFirst = () => tryToMake(request, make, null);
    for (;;) {
      const expected = isRead ? known.get(key) : undefined;
      const place = expected === undefined ? null : await pool.takeInTurn(response, owner(), expected);
      const made = await (place
        ? tryToMake(request, make, place)
        : isQuick
          ? fewAtOnce(async () => (known.has(key) ? null : makeFirst()))
          : makeFirst());
      if (made) return made;
    }
  };
}

/** Returns the size of an answer in bytes; for one in parts, of the longest part that it may have. */
function bytesOf({ body, file, end }: OperationResult): number {
  if (body instanceof Buffer) return body.length;
  // A character takes three bytes at most, so that short texts need not be measured.
  if (typeof body === "string") return body.length * 3 <= largestSmall ? 0 : Buffer.byteLength(body);
  if (!(body instanceof Readable) || end) return 0;
  return file ? Math.min(file.bytes ?? mostBytesOfPiece, mostBytesOfPiece) : bytesOfPage;
}
