import { planStatus } from "@groundplan/contract";
import { z } from "zod";
import { budgetArgument, cursorArgument } from "../tools/tool.ts";

const states = [...planStatus.options, "TODO", "IN_PROGRESS", "CANCELLED"] as const;

/** What `find` takes. */
export const asked = z.strictObject({
  q: z.string().optional().describe('Words, "a phrase", pre* or a handle'),
  kind: z.enum(["plan", "spec", "source", "skill"]).optional(),
  project: z.string().optional(),
  status: z.enum(states).optional(),
  cursor: cursorArgument,
  budget: budgetArgument,
});
export type Asked = z.output<typeof asked>;

/** A page of lines. */
export interface Lines {
  lines: string[];
  nextCursor?: string | undefined;
}

/** Lines of a page of the API. */
export const ofPage = "20";
