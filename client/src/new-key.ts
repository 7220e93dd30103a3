/** Returns a random key. Unlike `crypto.randomUUID`, it works on pages without TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
