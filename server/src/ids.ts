import { V7Generator } from "uuidv7";

const generator = new V7Generator();
// Also where the clock is set back, by however much: lists and their pages go by ids.
generator.setRollbackAllowance(2 ** 48 - 1);

/** Ids are UUIDv7 strings: they sort by creation (decisions section 1). */
export const newId = (): string => generator.generate().toString();

export const now = (): string => new Date().toISOString();
