import type { ItemRow } from "./ledger.ts";

/** A place as the ledger keeps it: ids of what a thing lies under, the outermost first. */
export const placeOf = (path: readonly string[]): string => path.join(" ");

/** Where a push last put it: a place that the tracker refused is noted as pushed, and `known` says where it stayed. */
export const placeHeld = (item: Pick<ItemRow, "known" | "pushed_hash"> | undefined): string | null =>
  item?.known ?? item?.pushed_hash ?? null;

/** The nearest one that a place names. */
export const directParent = (place: string | null): string | null => place?.split(" ").at(-1) || null;
