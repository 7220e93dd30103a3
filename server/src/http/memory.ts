import type { Credential } from "../modules/identity/actor.ts";
import { type Db, dataVersion } from "../storage/dialect.ts";

/** An answer as it leaves, but for what each request has of its own. */
export interface Answer {
  status: number;
  etag?: string | undefined;
  /** JSON. */
  body?: string;
  replayed?: boolean;
}

/** The headers of an answer that are its own. */
export const headersOf = ({ etag, body, replayed }: Answer): Record<string, string> => ({
  ...(etag === undefined ? {} : { etag }),
  ...(replayed ? { "idempotent-replayed": "true" } : {}),
  ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
});

/** Everything that a lasting answer to a `GET` follows from, but for the database. */
export const questionOf = (credentialId: string | undefined, url: string, ifNoneMatch: string | undefined) =>
  `${credentialId} ${url} ${ifNoneMatch ?? ""}`;

/** What is known of the database for as long as nobody commits to it. */
export interface Memory {
  /** By the hash of their secret. */
  credentials: Kept<Credential>;
  /** By what was asked, and by whom. */
  answers: Kept<Answer>;
}

const mostCredentials = 10_000;
const mostAnswers = 1_000;
const largestAnswer = 64 * 1024;
const mostCharacters = 8 * 1024 * 1024; // A character takes one byte or two.

/**
 * Tells the memory that holds now. It is another one after each commit, of whichever process, so that a revocation, a
 * changed role or share, or any other write counts at the next request, and nothing has to be invalidated. What is
 * kept in a memory must be read after it was told: what was read later than a commit is never found. Null on
 * PostgreSQL, which would have to be asked over the network.
 */
export function memoryOf(db: Db): () => Memory | null {
  const version = dataVersion(db);
  if (!version) return () => null;
  let at = version();
  let memory = emptyMemory();
  return () => {
    const now = version();
    if (now !== at) memory = emptyMemory();
    at = now;
    return memory;
  };
}

function emptyMemory(): Memory {
  const sizeOf = (name: string, { body = "" }: Answer) =>
    body.length > largestAnswer ? Number.POSITIVE_INFINITY : name.length + body.length;
  return {
    credentials: kept(mostCredentials, mostCredentials, () => 1),
    answers: kept(mostAnswers, mostCharacters, sizeOf),
  };
}

export interface Kept<V> {
  get(name: string): V | undefined;
  set(name: string, value: V): void;
}

/** Keeps at most so many values of so much size in all; the oldest make room, and one that is too large is not kept. */
export function kept<V>(most: number, largest: number, sizeOf: (name: string, value: V) => number): Kept<V> {
  const values = new Map<string, V>();
  let size = 0;
  return {
    get: (name) => values.get(name),
    set(name, value) {
      const own = sizeOf(name, value);
      if (own > largest || values.has(name)) return;
      values.set(name, value);
      size += own;
      for (const [oldest, old] of values) {
        if (values.size <= most && size <= largest) break;
        values.delete(oldest);
        size -= sizeOf(oldest, old);
      }
    },
  };
}
