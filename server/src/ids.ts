import { V7Generator } from "uuidv7";

const generator = new V7Generator();
// The generator also goes on where the clock is set back, by any amount: lists and their pages are in the order of ids.
generator.setRollbackAllowance(2 ** 48 - 1);

/** Returns a new id: a UUIDv7, so that ids sort by creation (decisions section 1). */
export const newId = (): string => generator.generate().toString();

export const now = (): string => new Date().toISOString();
