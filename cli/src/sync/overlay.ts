import type { Files } from "../../../client/src/import/files.ts";
import { joined } from "../../../client/src/import/paths.ts";

/** Returns files of which some, by their absolute paths, have other bytes. */
export const overlay = (files: Files, bytes: ReadonlyMap<string, Uint8Array>): Files => ({
  ...files,
  async read(folder, name) {
    const other = bytes.get(joined(folder.startsWith("/") ? folder : joined(files.here, folder), name));
    return other ? { bytes: new Uint8Array(other) } : files.read(folder, name);
  },
});
