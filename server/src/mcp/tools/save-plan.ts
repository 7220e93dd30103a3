import { createPlan, listProjects, movePlan, planStatus, updatePlan } from "@groundplan/contract";
import { z } from "zod";
import { ApiError } from "../../errors.ts";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { locatePlan } from "../locate.ts";
import { tool } from "./tool.ts";

const given = z.strictObject({
  plan: z.string().optional().describe("PLAN-3 to change one"),
  project: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional().describe("Markdown"),
  parent: z.string().optional().describe("Plan above it"),
  status: planStatus.optional(),
  revision: z.int().optional().describe("As read"),
});
type Given = z.output<typeof given>;

export const savePlan = tool({
  name: "save_plan",
  description: "Create a plan (project, name) or change one (plan).",
  arguments: given,
  isRead: false,
  usualBudget: 4000,
  example: { name: "Checkout", status: "READY", revision: 1 },
  async run(caller, asked) {
    const { shortId, revision, status } = await (asked.plan === undefined
      ? create(caller, asked)
      : change(caller, asked.plan, asked));
    return `${shortId} revision ${revision} ${status}`;
  },
});

const pathOf = (path: string) => (path === "baseRevision" ? "revision" : path);

async function create(caller: Caller, { project, name, description, parent, status, revision }: Given) {
  if (revision !== undefined)
    throw new ToolError("revision", "goes with `plan`: a new plan has none.", "", {
      tool: "save_plan",
      arguments: { project, name, description, parent, status },
    });
  if (name === undefined)
    throw new ToolError("name", "is required for a new plan.", "Or send `plan` to change one.", {
      tool: "save_plan",
      arguments: { project: project ?? (await oneProject(caller)), name: "Checkout" },
    });
  const above = parent === undefined ? undefined : await locatePlan(caller, parent, "parent");
  const projectSlug = project ?? above?.projectSlug ?? (await oneProject(caller));
  const { plan } = await at(
    "project",
    () =>
      caller.call(createPlan, {
        params: { projectSlug },
        body: { name, description, parentPlanId: above?.planShortId },
      }),
    {
      pathOf: (path) => (path === "parentPlanId" ? "parent" : path),
      attempt: { tool: "find", arguments: {} },
    },
  );
  if (status === undefined || status === plan.status) return plan;
  const params = { projectSlug, planShortId: plan.shortId };
  return afterFirst(plan.shortId, "is created", "status", async () => {
    return (await caller.call(updatePlan, { params, body: { status } })).plan;
  });
}

async function change(caller: Caller, handle: string, asked: Given) {
  const { project, name, description, parent, status, revision } = asked;
  const params = await locatePlan(caller, handle, "plan");
  const planShortId = params.planShortId;
  if (project !== undefined && project !== params.projectSlug)
    throw new ToolError(
      "project",
      `${planShortId} is in ${params.projectSlug}.`,
      "A plan stays in its project.",
      {
        tool: "get_plan",
        arguments: { plan: planShortId },
      },
    );
  const isText = [name, description, status].some((value) => value !== undefined);
  if (!isText && parent === undefined)
    throw new ToolError("", "Say what to change: name, description, parent or status.", "", {
      tool: "get_plan",
      arguments: { plan: planShortId },
    });
  const above = parent === undefined ? undefined : await locatePlan(caller, parent, "parent");
  const readAgain = { pathOf, attempt: { tool: "get_plan", arguments: { plan: planShortId } } };
  let { plan } = await caller.findPlan(planShortId);
  if (isText) {
    const body = { name, description, status, baseRevision: revision };
    ({ plan } = await at("plan", () => caller.call(updatePlan, { params, body }), readAgain));
  }
  if (above === undefined) return plan;
  const body = { parentPlanId: above.planShortId };
  const move = async () => (await caller.call(movePlan, { params, body })).plan;
  return isText ? afterFirst(planShortId, "is changed", "parent", move) : at("parent", move, readAgain);
}

/** Runs the second write of a call; its error says that the first one stands. */
async function afterFirst<T>(plan: string, done: string, where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const attempt = { tool: "get_plan", arguments: { plan } };
    throw new ToolError(where, `${plan} ${done}, but not its ${where}: ${error.message}`, "", attempt);
  }
}

/** Returns the workspace's only project; throws if there are several. */
async function oneProject(caller: Caller): Promise<string> {
  const { projects } = await caller.call(listProjects, { query: { limit: "11" } });
  const slugs = projects.flatMap(({ slug }) => slug ?? []);
  const [first] = slugs;
  if (first !== undefined && slugs.length === 1) return first;
  throw new ToolError(
    "project",
    "is required for a new plan.",
    slugs.length === 0
      ? "There is none yet: create it in the console."
      : `There are ${slugs.slice(0, 10).join(", ")}.`,
    { tool: "find", arguments: {} },
  );
}
