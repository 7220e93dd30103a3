import { z } from "zod";
import { flag, several } from "../common.ts";
import { text } from "../text.ts";
import { specStatus } from "./spec-values.ts";

const isWithin = (value: string, least: number, most: number) =>
  /^\d$/.test(value) && Number(value) >= least && Number(value) <= most;

/** A number in a query. */
const oneOf = (least: number, most: number) =>
  z
    .string()
    .refine((value) => isWithin(value, least, most), `must be a number from ${least} to ${most}`)
    .transform(Number);

const effort = z
  .string()
  .refine((value) => value === "none" || isWithin(value, 1, 5), "must be a number from 1 to 5, or `none`")
  .transform((value) => (value === "none" ? value : Number(value)));

const isDay = (value: string) => z.iso.date().safeParse(value).success;

/** Days in a query: a word, or a range whose ends are included and either of which may be left out. */
const dueDays = z.string().refine((value) => {
  if (value === "overdue" || value === "week" || value === "none") return true;
  const [from = "", to = "", ...rest] = value.split("..");
  return (
    value.includes("..") &&
    rest.length === 0 &&
    (from !== "" || to !== "") &&
    [from, to].every((end) => end === "" || isDay(end))
  );
}, "must be `overdue`, `week`, `none`, or days such as `2026-12-01..2026-12-24`");

/** Filters of lists of specs; several values of one are separated by commas, and any of them fits. */
export const filterFields = {
  q: text(200).optional().describe("Words of the title or text, as in the search; all must occur."),
  status: several(specStatus).optional(),
  assignee: several(z.string().min(1)).optional().describe("Ids of users, `me` or `none`."),
  label: several(z.string().min(1)).optional().describe("Ids or names of labels, or `none`."),
  priority: several(oneOf(0, 4)).optional().describe("From 1, urgent, to 4, low; 0 for none."),
  readiness: several(oneOf(1, 5)).optional(),
  effort: several(effort).optional().describe("From 1 to 5, or `none`."),
  due: several(dueDays)
    .optional()
    .describe(
      "`overdue` (open, and due before today), `week` (due today or in the six days after), `none`, or days such as `2026-12-01..2026-12-24`; days are those of UTC.",
    ),
  claimed: flag().optional().describe("With `true` only claimed specs, with `false` only others."),
};

const sorts = [
  ...(["updated", "created", "due", "priority"] as const),
  ...(["-updated", "-created", "-due", "-priority"] as const),
] as const;

/** The order of a list of specs. */
export const sortField = (usual: string) =>
  z
    .enum(sorts)
    .optional()
    .describe(
      `By ${usual} if absent. \`updated\` and \`created\` begin with the newest, \`due\` with the earliest, \`priority\` with the urgent; \`-\` turns the order round. Specs without a due date or priority always come last.`,
    );
export type SpecSort = NonNullable<z.infer<ReturnType<typeof sortField>>>;
