const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8, keeping a byte order mark; null if invalid. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes with U+FFFD for invalid bytes. */
export const anyTextOf = (bytes: Uint8Array): string => lenient.decode(bytes);
