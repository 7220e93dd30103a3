import { createHash, randomUUID } from "node:crypto";
import { closeSync, createReadStream, createWriteStream, existsSync, fsyncSync, openSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { AdminError } from "./admin-error.ts";

/** Version of the file format. Later ones are refused, earlier ones are read. */
const format = 1;

const head = z.object({
  groundplan: z.literal("backup"),
  format: z.int(),
  /** The service's version, for people. */
  version: z.string(),
  /** The last migration of the rows' schema. */
  migration: z.string(),
  /** The backup contains everything acknowledged before this time. */
  takenAt: z.string(),
  secrets: z.boolean(),
});
const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
const values = z.array(z.union([z.string(), z.number(), z.null()]));
const end = z.object({ rows: z.int(), sha256: z.string() });

export type BackupHead = z.output<typeof head>;
/** A table's name and columns, or the values of a row. */
export type BackupLine = z.output<typeof tableHead> | z.output<typeof values>;

export const headOf = (about: Omit<BackupHead, "groundplan" | "format">): BackupHead => ({
  groundplan: "backup",
  format,
  ...about,
});

export interface BackupSize {
  bytes: number;
  rows: number;
  sha256: string;
}

/**
 * Writes a backup: gzipped lines of JSON, from the head to a trailer with row count and SHA-256. The file
 * appears under its name once it is whole and on disk; existing files are never overwritten.
 */
export async function writeBackup(
  file: string,
  about: BackupHead,
  pages: AsyncIterable<readonly BackupLine[]>,
): Promise<BackupSize> {
  if (existsSync(file)) throw new AdminError(`${file} exists already. Name a file that does not exist yet.`);
  const draft = `${file}.${randomUUID()}.draft`;
  const hash = createHash("sha256");
  const written = { rows: 0, sha256: "" };
  async function* texts() {
    yield hashed([about]);
    for await (const lines of pages) {
      for (const line of lines) if (Array.isArray(line)) written.rows++;
      yield hashed(lines);
    }
    written.sha256 = hash.digest("hex");
    yield `${JSON.stringify(written)}\n`;
  }
  const hashed = (lines: readonly object[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    hash.update(text);
    return text;
  };
  try {
    await pipeline(
      texts(),
      createGzip(),
      createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
    );
    await rename(draft, file);
    syncFolder(dirname(file));
    return { ...written, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(draft, { force: true });
    throw unwritable(file, error);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const noPlace = new Set([
  "EACCES",
  "EDQUOT",
  "EFBIG",
  "EIO",
  "EISDIR",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EPERM",
  "EROFS",
]);

/** Explains disk errors; returns others unchanged. */
function unwritable(file: string, error: unknown): unknown {
  const { code = "" } = error as { code?: string };
  if (!noPlace.has(code)) return error;
  return new AdminError(
    `${file} can't be written (${code}). Name a file in a folder with the right and the space for it.`,
    {
      cause: error,
    },
  );
}

/**
 * Reads a whole backup and returns its head. Throws if it was altered, truncated, or written by a newer
 * version.
 */
export async function checkBackup(file: string): Promise<BackupHead & { rows: number }> {
  let about: BackupHead | null = null;
  let rows = 0;
  for await (const line of linesOfBackup(file)) {
    if (about) rows += Array.isArray(line) ? 1 : 0;
    else about = readHead(file, line);
  }
  if (!about) throw noBackup(file);
  return { ...about, rows };
}

/** Yields the lines after the head. Throws as `checkBackup` does, for an altered file only at the end. */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  let isHead = true;
  for await (const line of linesOfBackup(file)) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const known = z.union([values, tableHead]).safeParse(line);
    if (!known.success) throw changed(file);
    yield known.data;
  }
}

function readHead(file: string, line: unknown): BackupHead {
  const about = head.safeParse(line);
  if (!about.success) throw noBackup(file);
  if (about.data.format > format) throw newer(file, about.data.version);
  return about.data;
}

const noBackup = (file: string) =>
  new AdminError(`${file} is no backup. Name a file that \`groundplan admin backup\` made.`);

export const newer = (file: string, version: string) =>
  new AdminError(
    `${file} was made by a newer version (${version}). Restore it with that version or a later one.`,
  );

/** Yields parsed lines and verifies the trailer at the end. */
async function* linesOfBackup(file: string): AsyncGenerator<unknown> {
  const hash = createHash("sha256");
  let rows = 0;
  let last: z.output<typeof end> | null = null;
  let hasBegun = false;
  try {
    for await (const text of textLines(file)) {
      if (last) throw changed(file);
      const line: unknown = JSON.parse(text.toString());
      const ending = Array.isArray(line) ? null : end.safeParse(line);
      if (ending?.success) {
        last = ending.data;
        continue;
      }
      hash.update(text);
      if (Array.isArray(line)) rows++;
      hasBegun = true;
      yield line;
    }
  } catch (error) {
    throw unreadable(file, error, hasBegun);
  }
  if (!last) throw cutOff(file);
  if (last.rows !== rows || last.sha256 !== hash.digest("hex")) throw changed(file);
}

const newline = 10;

/** Yields the lines of a gzipped file with their newlines, dropping an unfinished last line. */
async function* textLines(file: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of unzipped(file)) {
    let from = 0;
    for (let offset = chunk.indexOf(newline); offset >= 0; offset = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, offset + 1)]);
      begun = [];
      from = offset + 1;
    }
    begun.push(chunk.subarray(from));
  }
}

/** Returns the decompressed content. Read errors propagate, and the end closes the file. */
function unzipped(file: string): AsyncIterable<Buffer> {
  const zipped = createReadStream(file);
  const content = createGunzip();
  zipped.on("error", (error) => content.destroy(error));
  content.on("close", () => zipped.destroy());
  return zipped.pipe(content);
}

const another = "Take another copy of it, or another backup.";
const cutOff = (file: string) => new AdminError(`${file} is not whole: its end is missing. ${another}`);
const changed = (file: string) =>
  new AdminError(`${file} was changed or damaged since it was written. ${another}`);

function unreadable(file: string, error: unknown, hasBegun: boolean): unknown {
  const { code = "" } = error as { code?: string };
  if (code === "Z_BUF_ERROR") return cutOff(file);
  if (code.startsWith("Z_") || error instanceof SyntaxError) return hasBegun ? changed(file) : noBackup(file);
  if (/^E[A-Z]+$/.test(code)) return new AdminError(`${file} can't be read (${code}).`, { cause: error });
  return error;
}
