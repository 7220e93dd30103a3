import { V7Generator } from "uuidv7";

const generator = new V7Generator();
// Ids stay monotonic even if the clock is set back, since lists are ordered by them.
generator.setRollbackAllowance(2 ** 48 - 1);

/** Returns a UUIDv7, so that ids sort by creation (decisions section 1). */
export const newId = (): string => generator.generate().toString();

export const now = (): string => new Date().toISOString();
