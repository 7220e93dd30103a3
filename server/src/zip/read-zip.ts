import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { isLitter, nameProblem } from "./entry-name.ts";
import { BadZip, type ZipLimits, ZipTooLarge, zipLimits } from "./limits.ts";

/** A file; folders are implied by paths. */
export interface ZipEntry {
  path: string;
  /** Declared size. */
  bytes: number;
  executable: boolean;
  /** Inflates the file; throws `BadZip` if it is corrupt or its size differs. */
  read(): Promise<Buffer>;
  /** Inflates in parts, with the same errors, possibly only at the end. */
  parts(): AsyncIterable<Buffer>;
}

export interface ReadZip {
  entries: ZipEntry[];
  /** Skipped entries with reasons. */
  problems: { path: string; message: string }[];
}

/** Reads the directory of an untrusted archive. Throws `BadZip` if it is invalid or exceeds the limits. */
export async function readZip(archive: Buffer, limits: ZipLimits = zipLimits): Promise<ReadZip> {
  const zip = await open(archive);
  if (zip.entryCount > limits.entries) throw new ZipTooLarge(`It has more than ${limits.entries} entries.`);
  const problems: ReadZip["problems"] = [];
  const entries = new Map<string, ZipEntry>();
  let sum = 0;
  for (const entry of await entriesOf(zip)) {
    const path = nameOf(entry);
    if (isLitter(path)) continue;
    const problem = nameProblem(path) ?? kindProblem(entry, path);
    if (problem !== null) problems.push({ path, message: `It ${problem}.` });
    if (problem !== null || path.endsWith("/")) continue;
    if (entries.has(path)) throw new BadZip(`It has two entries of the name ${path}.`);
    sum += entry.uncompressedSize;
    if (sum > limits.bytes) throw new ZipTooLarge(`It holds more than ${limits.bytes} bytes.`);
    refuseRatio(entry, path, limits);
    entries.set(path, present(zip, entry, path));
  }
  return { entries: [...entries.values()], problems };
}

async function open(archive: Buffer): Promise<ZipFile> {
  try {
    // Names are decoded here, so that one bad name doesn't reject the archive.
    return await fromBufferPromise(archive, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
  } catch {
    throw new BadZip("It is no zip archive, or it is damaged.");
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } catch {
    throw new BadZip("Its directory is damaged.");
  }
}

/**
 * Decodes a name as UTF-8; invalid bytes become U+FFFD, which is refused. Some Windows programs separate
 * folders by backslashes.
 */
function nameOf(entry: Entry): string {
  const name = Buffer.from(entry.fileName as unknown as Buffer).toString("utf8");
  return entry.versionMadeBy >>> 8 === windows && !name.includes("/") ? name.replaceAll("\\", "/") : name;
}

/** Windows archives declare the FAT system. */
const windows = 0;

const regular = 0o10_0000;
const directory = 0o04_0000;

function kindProblem(entry: Entry, path: string): string | null {
  const kind = modeOf(entry) & 0o17_0000;
  if (path.includes("\uFFFD")) return "has a name that is not UTF-8";
  if (kind !== 0 && kind !== regular && kind !== directory) return "is a link or a device, and no file";
  if (entry.generalPurposeBitFlag & 1) return "is encrypted";
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) return "is packed by an unknown method";
  return null;
}

/** Returns the mode of a file packed on Unix; 0 otherwise. */
const modeOf = (entry: Entry) => (entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0);

const always = 1024 * 1024;

function refuseRatio(entry: Entry, path: string, { ratio }: ZipLimits): void {
  if (entry.uncompressedSize > always && entry.uncompressedSize > entry.compressedSize * ratio)
    throw new ZipTooLarge(`${path} would be more than ${ratio} times as large as it is packed.`);
}

const present = (zip: ZipFile, entry: Entry, path: string): ZipEntry => ({
  path,
  bytes: entry.uncompressedSize,
  executable: (modeOf(entry) & 0o111) !== 0,
  read: async () => Buffer.concat(await Array.fromAsync(inflate(zip, entry, path))),
  parts: () => inflate(zip, entry, path),
});

async function* inflate(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  try {
    let read = 0;
    let checksum = 0;
    for await (const part of await zip.openReadStreamPromise(entry)) {
      read += part.length;
      checksum = crc32(part, checksum);
      // Limits were checked against declared sizes, so files must match them.
      if (read > entry.uncompressedSize) throw new Error("larger than declared");
      yield part;
    }
    if (read !== entry.uncompressedSize) throw new Error("smaller than declared");
    if (checksum !== entry.crc32) throw new Error("another checksum");
  } catch {
    throw new BadZip(`${path} is damaged, or not what the archive declares.`);
  }
}
