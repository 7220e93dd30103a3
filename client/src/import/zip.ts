import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { largestFile } from "./files.ts";
import { NotImportable } from "./format.ts";
import type { GivenFile } from "./given-files.ts";

// The importer runs in a worker already, or in a process of its own.
configure({ useWebWorkers: false });

/** Limits of an archive, whose declared sizes aren't trusted. */
const mostEntries = 100_000;
const mostBytes = 512 * 1024 * 1024;

/** Files that macOS and Windows leave in archives. */
const litter = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/u;

/** Tests for the signature of an archive's first entry. */
export async function isZip(file: Blob): Promise<boolean> {
  const [p, k, three, four] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}

/**
 * Returns an archive's files, inflated when read up to a number of bytes. Throws `NotImportable` if its directory
 * can't be read.
 */
export async function openZip(archive: Blob, largest = largestFile): Promise<GivenFile[]> {
  const given: GivenFile[] = [];
  const paths = new Set<string>();
  let budget = mostBytes;
  try {
    for await (const entry of new ZipReader(new BlobReader(archive)).getEntriesGenerator({
      // Bad names are told below.
      filenameValidation: "tolerant",
    })) {
      if (given.length >= mostEntries) throw new NotImportable(`The archive has over ${mostEntries} files.`);
      // Old Windows tools write backslashes.
      const name = entry.filename.includes("/") ? entry.filename : entry.filename.replaceAll("\\", "/");
      const path = name.replace(/^(?:\.\/)+/u, "");
      if (entry.directory || path.endsWith("/") || litter.test(path)) continue;
      if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
        throw new NotImportable(
          `The archive's ${path} would lie outside of it. Pack it again, then import it.`,
        );
      if (paths.has(path))
        throw new NotImportable(`The archive has two files called ${path}. Pack it again, then import it.`);
      paths.add(path);
      const problem = problemOf(entry);
      const arrayBuffer = async () => {
        const bytes = await inflate(entry, Math.min(budget, largest));
        budget -= bytes.byteLength;
        return bytes;
      };
      given.push({ path, file: problem ? { problem } : { size: entry.uncompressedSize, arrayBuffer } });
    }
  } catch (error) {
    if (error instanceof NotImportable) throw error;
    throw new NotImportable("The archive can't be read: it is damaged. Pack it again, then import it.", {
      cause: error,
    });
  }
  return given;
}

function problemOf({ encrypted, unixMode = 0 }: FileEntry): string {
  if (encrypted) return "is encrypted in the archive";
  return (unixMode & 0o17_0000) === 0o12_0000 ? "is a link in the archive" : "";
}

/** Inflates an entry up to a number of bytes; throws for more, or if it is damaged. */
async function inflate(entry: FileEntry, most: number): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      bytes += part.byteLength;
      if (bytes > most) throw new Error("larger than declared");
      parts.push(part.slice());
    },
  });
  await entry.getData(writable, { checkSignature: true });
  return new Blob(parts).arrayBuffer();
}
