import { availableParallelism } from "node:os";
import { fairTurns } from "../dispatch/concurrency/fair-turns.ts";
import type { Extracted } from "./answer.ts";
import { type Bytes, type Limits, runConfined } from "./run-confined.ts";

export type { Extracted } from "./answer.ts";

/** An uploaded or fetched document. */
export interface Document {
  bytes: Bytes;
  name: string;
  /** As declared by the sender; "" if unknown. */
  mediaType: string;
  /** The base of its links. */
  address?: string;
  /** The workspace whose turn it takes. */
  workspaceId: string;
}

export type Extract = (document: Document, signal: AbortSignal) => Promise<Extracted>;

const program = new URL("./extract-program.ts", import.meta.url);
export const limits: Limits = {
  cpuSeconds: 30,
  wallSeconds: 150,
  memory: 512 * 2 ** 20,
  heap: 384 * 2 ** 20,
  bytes: 32 * 2 ** 20,
};

/**
 * One document per two cores, but at least two from different workspaces, so that slow documents don't block
 * others.
 */
const inTurn = fairTurns(Math.max(2, Math.floor(availableParallelism() / 2)), 1000);

/**
 * Extracts a document's text as markdown in a confined process. An unreadable document is an answer too.
 * Throws 503 if the queue is full, the signal's reason if aborted, and errors of reading the bytes.
 */
export const extract: Extract = ({ bytes, name, mediaType, address = "", workspaceId }, signal) =>
  inTurn(workspaceId, () => runConfined(program, { name, mediaType, address }, bytes, limits, signal));
