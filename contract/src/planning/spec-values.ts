import { z } from "zod";

export const specStatus = z.enum(["TODO", "IN_PROGRESS", "DONE", "CANCELLED"]).meta({ id: "SpecStatus" });
export type SpecStatus = z.infer<typeof specStatus>;

/** A readiness or effort. */
export const grade = () => z.int().min(1).max(5);

/** 1 urgent to 4 low; 0 for none. */
export const priority = () => z.int().min(0).max(4);
