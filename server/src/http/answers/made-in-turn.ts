import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import type { OperationResult } from "../../dispatch/execute.ts";
import { mostBytesOfPiece } from "../../files/add-piece.ts";
import { bytesOfPage } from "../../modules/paging.ts";
import type { Owner } from "./owner.ts";
import { type AnswerPool, type Reservation, smallAnswerBytes } from "./pool.ts";

/** Requests remembered as having long answers. */
const mostKnown = 1_000;

/** An answer and its place in the pool; null if small or self-limiting. */
export interface Made {
  result: OperationResult;
  reservation: Reservation | null;
}

interface Request {
  /** Identifies the request across callers. */
  key: string;
  /** True if the answer may be computed twice. */
  isRead: boolean;
  /** True if similar answers are instant, so that few need to run at once. */
  isQuick: boolean;
  response: ServerResponse;
  owner(): Owner;
}

/**
 * Returns a function that computes answers within the pool. A read that turns out long without capacity is
 * discarded and recomputed in its turn; later ones like it wait first. Answers of writes are always sent.
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

  /** Returns the answer; null without capacity, after recording its size. */
  async function tryToMake(
    { key, isRead, response, owner }: Request,
    make: () => Promise<OperationResult>,
    reservation: Reservation | null,
  ): Promise<Made | null> {
    const result = await make().catch((error: unknown) => {
      reservation?.leave();
      throw error;
    });
    const bytes = bytesOf(result);
    if (bytes <= smallAnswerBytes) {
      reservation?.leave();
      known.delete(key);
      return { result, reservation: null };
    }
    if (isRead) remember(key, bytes);
    const text = typeof result.body === "string" ? result.body : null;
    const counted = result.isShared ? 0 : text === null ? bytes : bytes * 2;
    const take = isRead ? pool.takeIfCapacity : pool.take;
    const taken = reservation ?? take(response, owner(), counted);
    taken?.hold(counted, text === null ? 1 : bytes / text.length);
    if (taken) return { result, reservation: taken };
    if (result.body instanceof Readable) result.body.destroy();
    return null;
  }

  return async (request, make) => {
    const { key, isRead, isQuick, response, owner } = request;
    const makeFirst = () => tryToMake(request, make, null);
    for (;;) {
      const expected = isRead ? known.get(key) : undefined;
      const reservation = expected === undefined ? null : await pool.takeInTurn(response, owner(), expected);
      const made = await (reservation
        ? tryToMake(request, make, reservation)
        : isQuick
          ? fewAtOnce(async () => (known.has(key) ? null : makeFirst()))
          : makeFirst());
      if (made) return made;
    }
  };
}

/** Returns an answer's size in bytes, or its largest possible chunk. */
function bytesOf({ body, file, end }: OperationResult): number {
  if (body instanceof Buffer) return body.length;
  // A character takes at most three bytes, so short texts needn't be measured.
  if (typeof body === "string") return body.length * 3 <= smallAnswerBytes ? 0 : Buffer.byteLength(body);
  if (!(body instanceof Readable) || end) return 0;
  return file ? Math.min(file.bytes ?? mostBytesOfPiece, mostBytesOfPiece) : bytesOfPage;
}
