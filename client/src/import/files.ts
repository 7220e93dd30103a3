import { joined } from "./paths.ts";

/** This is what a folder holds by one name. A link is no folder, wherever it leads. */
export interface Entry {
  name: string;
  isFolder: boolean;
}

/** The folders that an importer looks into: those of a disk, or what somebody gave a page. Paths have `/`. */
export interface Files {
  /** The folder that a path begins in, unless it begins with `/`. */
  here: string;
  /** Returns whether there is something at a path, be it by a link. */
  has(path: string): Promise<boolean>;
  /** Returns what is at a path, without following a link; null where nothing is. */
  kindOf(path: string): Promise<"folder" | "other" | null>;
  /** Returns what a folder holds, in any order, or the problem as the end of a sentence. */
  list(folder: string): Promise<Entry[] | { problem: string }>;
  /** Returns the bytes of a file in a folder, or the problem as the end of a sentence. */
  read(folder: string, name: string): Promise<{ bytes: Uint8Array } | { problem: string }>;
}

/** Returns a path from the top on. */
export const whole = (files: Files, path: string): string =>
  path.startsWith("/") ? joined(path) : joined(files.here, path);

/** The size from which a file is not read: it is no text that somebody wrote. */
export const largestFile = 16 * 1024 * 1024;

/** This is what is said of a larger file. */
export const tooLarge = `is larger than ${largestFile / 1024 / 1024} MiB`;
