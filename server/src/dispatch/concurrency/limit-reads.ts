import { concurrencyLimit } from "./concurrency-limit.ts";

/** Bounds concurrent reads that hold rows while waiting for the database. Must not be nested. */
export const limitReads = concurrencyLimit(10);
