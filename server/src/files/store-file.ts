import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { concurrencyLimit } from "../dispatch/concurrency/concurrency-limit.ts";
import { perProcess } from "../dispatch/concurrency/per-process.ts";
import type { Writer } from "../dispatch/writer.ts";
import { ApiError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Db } from "../storage/dialect.ts";
import { quotaExceeded, usedBytes } from "../storage/quota.ts";
import { addPiece, bytesOfPiece } from "./add-piece.ts";
import { dropFile } from "./drop-file.ts";

/** A stored but unreferenced file, which the sweep deletes after an hour. */
export interface StoredFile {
  fileId: string;
  sha256: string;
  bytes: number;
}

/** Chunks in flight per process, so that other writes wait behind few. */
const piecesAtOnce = perProcess(() => concurrencyLimit(2));

/** The parts of the process that storing needs. */
export interface StoringContext {
  config: Pick<Config, "workspaceBytes">;
  db: Db;
  writer: Writer;
}

/**
 * Stores a stream as a file; throws 413 beyond `limit` bytes. Holds one chunk in memory, with backpressure.
 * Failures leave nothing, or garbage for the sweep.
 */
export const storeFile = (
  context: StoringContext,
  workspaceId: string,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredFile> => storePieces(context, workspaceId, piecesOf(stream, limit));

/** Stores chunks as a file. One that is stored alone is nobody else's, whatever its content. */
export async function storePieces(
  context: StoringContext,
  workspaceId: string,
  pieces: AsyncIterable<Uint8Array>,
  { isAlone = false } = {},
): Promise<StoredFile> {
  const fileId = newId();
  const quota = context.config.workspaceBytes;
  // Checked early; the last chunk checks again in its transaction.
  const left = quota === null ? null : quota - (await usedBytes(context.db, workspaceId));
  const limitPieces = piecesAtOnce(context);
  const hash = createHash("sha256");
  let [n, bytes] = [0, 0];
  const add = (piece: Uint8Array, whole?: { sha256: string; bytes: number }) =>
    limitPieces(() =>
      context.writer.run(addPiece, {
        workspaceId,
        fileId,
        n: n++,
        body: piece,
        quota,
        ...(whole ? { whole } : {}),
      }),
    );
  try {
    let last: Uint8Array | null = null;
    for await (const piece of pieces) {
      if (last) await add(last);
      hash.update(piece);
      bytes += piece.length;
      if (quota !== null && left !== null && bytes > left) throw quotaExceeded(quota);
      last = piece;
    }
    const whole = { sha256: hash.digest("hex"), bytes };
    const kept = await add(last ?? new Uint8Array(), {
      sha256: isAlone ? hashOf(fileId) : whole.sha256,
      bytes,
    });
    if (kept !== fileId && n > 1) await drop(context.writer, workspaceId, fileId);
    return { fileId: kept, ...whole };
  } catch (error) {
    if (n > 0) await drop(context.writer, workspaceId, fileId);
    throw error;
  }
}

/** Stores bytes as a file. */
export const storeBytes = (
  context: StoringContext,
  workspaceId: string,
  bytes: Buffer,
): Promise<StoredFile> => storeFile(context, workspaceId, once(bytes), bytes.length);

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Returns the hash of no content, under which no other upload finds a file. */
const hashOf = (fileId: string) => createHash("sha256").update(fileId).digest("hex");

/** Best effort; the sweep does the rest. */
const drop = (writer: Writer, workspaceId: string, fileId: string) =>
  dropFile(writer, { workspaceId, fileId, before: "9" }).catch(() => {});

/**
 * Divides a stream into chunks of one size; throws 413 beyond `limit` bytes. Copied: posting a view would clone
 * its whole buffer to the writer's thread.
 */
export async function* piecesOf(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, undefined> {
  let piece = new Uint8Array();
  let [filled, bytes] = [0, 0];
  const grow = (atLeast: number) => {
    const grown = new Uint8Array(Math.min(bytesOfPiece, Math.max(2 * piece.length, atLeast)));
    grown.set(piece);
    piece = grown;
  };
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > limit)
      throw new ApiError("payload_too_large", `A file may have ${limit} bytes. Send a smaller one.`);
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + bytesOfPiece - filled);
      if (filled + part.length > piece.length) grow(filled + part.length);
      piece.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < bytesOfPiece) continue;
      yield piece;
      [piece, filled] = [new Uint8Array(), 0];
    }
  }
  if (filled > 0) yield filled === piece.length ? piece : piece.slice(0, filled);
}
