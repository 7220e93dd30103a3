import { joined } from "./paths.ts";

/** An entry of a folder. A link is never a folder. */
export interface Entry {
  name: string;
  isFolder: boolean;
}

/** The files that an importer reads, from a disk or a browser. Paths use `/`. */
export interface Files {
  /** Base of relative paths. */
  here: string;
  /** Tests for existence, following links. */
  has(path: string): Promise<boolean>;
  /** Returns the kind without following links; null if nothing exists. */
  kindOf(path: string): Promise<"folder" | "other" | null>;
  /** Returns the entries in any order, or the problem as the end of a sentence. */
  list(folder: string): Promise<Entry[] | { problem: string }>;
  /** Returns the bytes, or the problem as the end of a sentence. */
  read(folder: string, name: string): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { problem: string }>;
}

/** Returns an absolute path. */
export const whole = (files: Files, path: string): string =>
  path.startsWith("/") ? joined(path) : joined(files.here, path);

/** Larger files are skipped: nobody wrote them by hand. */
export const largestFile = 16 * 1024 * 1024;

export const tooLarge = `is larger than ${largestFile / 1024 / 1024} MiB`;
