import { availableParallelism } from "node:os";
import { concurrencyLimit } from "../dispatch/concurrency-limit.ts";
import type { Extracted } from "./answer.ts";
import { type Bytes, type Limits, runConfined } from "./run-confined.ts";

export type { Extracted } from "./answer.ts";

/** A document as it was uploaded or fetched. */
export interface Document {
  bytes: Bytes;
  name: string;
  /** This is what its sender says it is; "" where nobody said. */
  mediaType: string;
  /** This is where it was fetched, which its links start from. */
  address?: string;
}

const program = new URL("./extract-program.ts", import.meta.url);
/** This is what reading one document may take. */
export const limits: Limits = {
  seconds: 60,
  memory: 512 * 2 ** 20,
  heap: 384 * 2 ** 20,
  bytes: 32 * 2 ** 20,
};

/** Only one document at a time is read for each two cores, so that everything else has room. */
const oneAtATime = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), 1000);

/**
 * Reads the text of a document as markdown, in a process of its own. That a document can't be read is an answer, too.
 * Throws 503 where too many documents wait already, the signal's reason once that is aborted, and what reading the bytes
 * throws.
 */
export const extract = (
  { bytes, name, mediaType, address = "" }: Document,
  signal: AbortSignal,
): Promise<Extracted> =>
  oneAtATime(() => runConfined(program, { name, mediaType, address }, bytes, limits, signal));
