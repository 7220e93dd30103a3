import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { Unreadable } from "../reader.ts";

/** Limits on an archive's declared contents, far above real documents. */
const most = { entries: 5000, bytes: 150 * 2 ** 20, ratio: 100 };
/** Unpacked size below which any compression ratio is accepted. */
const small = 2 ** 20;
/** Total bytes unpacked, whatever the archive declares. */
const mostRead = 100 * 2 ** 20;

const damaged = () => new Unreadable("failed", "The file is damaged: its archive can't be opened.");
const bomb = () =>
  new Unreadable("failed", "The file unpacks to more than documents do, so it is not opened.");

export interface Zip {
  names: readonly string[];
  /** Returns an entry as text; `null` if missing. Throws beyond the total limit. */
  read(name: string): Promise<string | null>;
  /** Tests whether a part contained a document type, which Office never writes. */
  hasDocumentType(): boolean;
}

/** Opens an archive, refusing declared zip bombs. */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const entries = new Map<string, Entry>();
  let declared = 0;
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes);
    if (zip.entryCount > most.entries) throw bomb();
    for await (const entry of zip.eachEntry()) {
      declared += entry.uncompressedSize;
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      if (entries.size > most.entries || declared > most.bytes) throw bomb();
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
  if (declared > small && declared > most.ratio * bytes.length) throw bomb();

  let left = mostRead;
  let hasType = false;
  return {
    hasDocumentType: () => hasType,
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      if (entry.isEncrypted()) throw new Unreadable("failed", "The document is protected by a password.");
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          left -= chunk.length;
          if (left < 0) throw bomb(); // Declared sizes may lie.
          chunks.push(chunk);
        }
      } catch (error) {
        throw error instanceof Unreadable ? error : damaged();
      }
      const text = decode(Buffer.concat(chunks.splice(0)));
      hasType ||= text.includes("<!DOCTYPE");
      return text;
    },
  };
}

/** Office writes UTF-8; XML may also be UTF-16 with a byte order mark. */
function decode(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isWide
    ? new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes)
    : bytes.toString("utf8");
}
