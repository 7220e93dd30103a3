/** Returns a key's last four characters if that is safe. */
export const hintOf = (key: string): string => (key.length >= 12 ? `…${key.slice(-4)}` : "…");
