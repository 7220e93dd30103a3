import { availableParallelism } from "node:os";
import { fairTurns } from "../dispatch/fair-turns.ts";
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
  /** The workspace whose turn the reading takes. */
  workspaceId: string;
}

export type Extract = (document: Document, signal: AbortSignal) => Promise<Extracted>;

const program = new URL("./extract-program.ts", import.meta.url);
/** Limits for reading one document. */
export const limits: Limits = {
  seconds: 30,
  patience: 150,
  memory: 512 * 2 ** 20,
  heap: 384 * 2 ** 20,
  bytes: 32 * 2 ** 20,
};

/**
 * One document at a time is read for each two cores, so that everything else has room, but two of different workspaces,
 * so that none waits for another one's slow documents.
 */
const inTurn = fairTurns(Math.max(2, Math.floor(availableParallelism() / 2)), 1000);

/**
 * Reads the text of a document as markdown, in a process of its own. That a document can't be read is an answer, too.
 * Throws 503 where too many documents wait already, the signal's reason once that is aborted, and what reading the bytes
 * throws.
 */
export const extract: Extract = ({ bytes, name, mediaType, address = "", workspaceId }, signal) =>
  inTurn(workspaceId, () => runConfined(program, { name, mediaType, address }, bytes, limits, signal));
