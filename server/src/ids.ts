import { uuidv7 } from "uuidv7";

/** Ids are UUIDv7 strings: they sort by creation (decisions section 1). */
export const newId = (): string => uuidv7();

export const now = (): string => new Date().toISOString();
