const utf8 = new TextEncoder();

/** Returns the UTF-8 length. */
export const byteLength = (text: string): number => utf8.encode(text).length;
