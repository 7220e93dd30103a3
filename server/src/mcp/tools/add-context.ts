import { createPlanSource, createProjectSource } from "@groundplan/contract";
import { z } from "zod";
import { tokensOf } from "../../tokens/tokens.ts";
import { at, ToolError } from "../errors.ts";
import { locatePlan } from "../locate.ts";
import { tool } from "./tool.ts";

export const addContext = tool({
  name: "add_context",
  description: "Keep a text as a source of a plan or project.",
  arguments: z.strictObject({
    plan: z.string().optional(),
    project: z.string().optional(),
    title: z.string(),
    text: z.string(),
  }),
  isRead: false,
  usualBudget: 4000,
  example: { plan: "PLAN-1", title: "What guests said", text: "They pay by card." },
  async run(caller, { plan, project, title, text }) {
    const body = { title, text };
    if (plan === undefined && project === undefined)
      throw new ToolError("", "Say which plan or project the text is for.", "", {
        tool: "find",
        arguments: {},
      });
    // The source's own count comes later, from a job.
    const tokens = await tokensOf(text);
    const { source } = await at(
      "project",
      async () =>
        plan === undefined
          ? caller.call(createProjectSource, { params: { projectSlug: project ?? "" }, body })
          : caller.call(createPlanSource, { params: await locatePlan(caller, plan, "plan"), body }),
      { attempt: { tool: "find", arguments: {} } },
    );
    return `source ${source.id} · ${tokens} tokens`;
  },
});
