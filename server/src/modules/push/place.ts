/** A place as the ledger keeps it: ids of what a thing lies under, the outermost first. */
export const placeOf = (path: readonly string[]): string => path.join(" ");

/** The nearest one that a place names. */
export const directParent = (place: string | null): string | null => place?.split(" ").at(-1) || null;
