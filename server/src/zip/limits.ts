/**
 * This says how much an archive may hold. Its declared sizes are checked before anything is inflated, and the bytes are
 * counted then.
 */
export interface ZipLimits {
  /** The most entries, folders included. */
  entries: number;
  /** The most bytes of all files together, inflated. */
  bytes: number;
  /** This says how many times its packed size a file may have, where it is larger than 1 MiB. */
  ratio: number;
}

export const zipLimits: ZipLimits = { entries: 2000, bytes: 50 * 1024 * 1024, ratio: 200 };

/** The reason for which an archive is refused as a whole, in a sentence. */
export class BadZip extends Error {}

/** The reason for which an archive is refused that holds more than it may. */
export class ZipTooLarge extends BadZip {}
