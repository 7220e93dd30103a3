/** Writes a number in a sentence for people. */
export const numberOf = (count: number): string => count.toLocaleString("en");
