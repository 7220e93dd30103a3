import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file to pack, read when its turn comes. */
export interface FileToPack {
  path: string;
  executable: boolean;
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Constant, so that equal files give equal archives. Zip stores local time. */
const mtime = new Date(2000, 0, 1);

/** Streams an archive of the files. */
export function writeZip(files: readonly FileToPack[]): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => archive.destroy(error));
  for (const { path, executable, read } of files) {
    const mode = executable ? 0o100755 : 0o100644;
    zip.addReadStreamLazy(path, { mtime, mode, forceDosTimestamp: true }, (give) => {
      const contents = Readable.from(read());
      contents.on("error", (error) => archive.destroy(error));
      give(null, contents);
    });
  }
  zip.end();
  return archive;
}
