/** Limits of an archive, checked against declared sizes first and actual bytes while inflating. */
export interface ZipLimits {
  /** Including folders. */
  entries: number;
  /** Inflated bytes of all files. */
  bytes: number;
  /** The highest compression ratio, checked for files larger than 1 MiB. */
  ratio: number;
}

export const zipLimits: ZipLimits = { entries: 2000, bytes: 50 * 1024 * 1024, ratio: 200 };

/** Thrown when a whole archive is refused. */
export class BadZip extends Error {}

/** An archive that exceeds its limits. */
export class ZipTooLarge extends BadZip {}
