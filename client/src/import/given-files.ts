import { type Entry, type Files, largestFile, tooLarge } from "./files.ts";

/** A file with its path below what was dropped, chosen or packed. */
export interface GivenFile {
  file: ReadableFile | { problem: string };
  path: string;
}

/** A browser's `File`, or an entry of an archive. */
export interface ReadableFile {
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Returns given files as the importer's file system. */
export function givenFiles(given: readonly GivenFile[]): Files {
  const folders = new Map<string, Map<string, GivenFile["file"] | null>>();
  for (const { path, file } of given) {
    const names = path.split("/");
    for (const [depth, name] of names.entries()) {
      const folder = names.slice(0, depth).join("/");
      const entries = folders.get(folder) ?? new Map<string, GivenFile["file"] | null>();
      folders.set(folder, entries.set(name, depth === names.length - 1 ? file : null));
    }
  }
  const plain = (path: string) => path.replace(/^\//, "").replace(/^\.$/, "");
  const folderAt = (path: string) => folders.get(plain(path));
  const fileAt = (folder: string, name: string) => folderAt(folder)?.get(name);
  const kindOf = (path: string) => {
    if (folderAt(path)) return "folder";
    const slash = path.lastIndexOf("/");
    return fileAt(path.slice(0, Math.max(0, slash)), path.slice(slash + 1)) ? "other" : null;
  };
  return {
    here: "/",
    has: async (path) => kindOf(path) !== null,
    kindOf: async (path) => kindOf(path),
    async list(folder) {
      const entries = folderAt(folder);
      if (!entries) return { problem: kindOf(folder) ? "is not a folder" : "does not exist" };
      return [...entries].map(([name, file]): Entry => ({ name, isFolder: file === null }));
    },
    async read(folder, name) {
      const file = fileAt(folder, name);
      if (!file) return { problem: file === null ? "is a folder, not a file" : "does not exist" };
      if ("problem" in file) return file;
      if (file.size > largestFile) return { problem: tooLarge };
      try {
        return { bytes: new Uint8Array(await file.arrayBuffer()) };
      } catch {
        // The browser returns the file as chosen, or fails; an archive may be damaged.
        return { problem: "can't be read, or was changed since it was chosen" };
      }
    },
  };
}
