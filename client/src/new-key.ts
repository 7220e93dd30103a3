/** Returns a key that nobody else has; unlike a random UUID, a browser makes it on a page without TLS, too. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
