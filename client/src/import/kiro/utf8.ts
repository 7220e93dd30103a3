const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the text of bytes that are UTF-8, with the byte order mark that it may have; null for other bytes. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the text of bytes, with U+FFFD in place of what is not UTF-8. */
export const anyTextOf = (bytes: Uint8Array): string => lenient.decode(bytes);
