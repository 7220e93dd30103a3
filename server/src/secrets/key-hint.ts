/** Returns the last four characters of a key, where they give nothing away. */
export const hintOf = (key: string): string => (key.length >= 12 ? `…${key.slice(-4)}` : "…");
