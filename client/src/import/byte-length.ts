const utf8 = new TextEncoder();

/** Returns the bytes that a text takes in UTF-8. */
export const byteLength = (text: string): number => utf8.encode(text).length;
