import { z } from "zod";
import { planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const count = (what: string) => z.int().describe(what);

export const ProgressDay = z
  .object({
    date: z.string().meta({ format: "date" }).describe("In UTC."),
    specs: count("Specs at the end of the day, without cancelled ones."),
    done: count("Those of them that were done."),
    effort: count("The efforts of these specs; 3 for one without."),
    effortDone: count("Those of them that were done."),
  })
  .meta({ id: "ProgressDay" });
export type ProgressDay = z.infer<typeof ProgressDay>;

export const Progress = z
  .object({
    days: z
      .array(ProgressDay)
      .describe("The days on which something changed, oldest first, and today: at most 366."),
    unestimated: count("Specs without an effort."),
    health: z.object({
      belowReady: count("Open specs whose readiness is below 4."),
      overdue: count("Open specs whose due date has passed, in UTC."),
      blocked: count("Open specs that need open ones, as far as all editors can read these."),
    }),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;

export const getProgress = endpoint({
  id: "plans.progress",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/progress",
  summary: "Read how a plan with its sub-plans progressed, by count and effort",
  description:
    "Read from the last 10,000 events, changes in a tracker included. Efforts of former days are those of now. Without days for a template.",
  tag: "Plans",
  params: planParams,
  reply: z.object({ progress: Progress }),
  errors: ["not_found"],
});
