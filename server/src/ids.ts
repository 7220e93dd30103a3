import { v7 } from "uuid";

/** Ids are UUIDv7 strings: they sort by creation (decisions section 1). */
export const newId = (): string => v7();

export const now = (): string => new Date().toISOString();
