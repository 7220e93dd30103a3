import { concurrencyLimit } from "./concurrency-limit.ts";

/**
 * Bounds the reads that run at once where they wait for a database, each with the rows it has so far; more of them would
 * not be answered any sooner. A read that has its turn must not ask for another one.
 */
export const limitReads = concurrencyLimit(10);
