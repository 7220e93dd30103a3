import { grade } from "@groundplan/contract";
import { z } from "zod";

/** A spec as `save_specs` takes it: a new one, or the changes of one. */
export const savedSpec = z.strictObject({
  spec: z.string().optional().describe("SPEC-2 to change one"),
  ref: z.string().optional().describe("Own name, for needs in this call"),
  title: z.string().optional(),
  content: z.string().optional().describe("Markdown; or edits"),
  edits: z.array(z.strictObject({ old: z.string(), new: z.string() })).optional(),
  effort: grade().optional(),
  needs: z.array(z.string()).optional().describe("SPEC-1, PLAN-4/SPEC-1 or a ref"),
  revision: z.int().optional(),
});
export type SavedSpec = z.output<typeof savedSpec>;
