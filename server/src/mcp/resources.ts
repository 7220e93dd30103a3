import { listAllPlans } from "@groundplan/contract";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";
import { ToolError } from "./errors.ts";
import { oneLine } from "./render/words.ts";
import { getPlan } from "./tools/get-plan.ts";
import { getSpecs } from "./tools/get-specs.ts";
import { budgets } from "./tools/tool.ts";

const mimeType = "text/markdown";

export const resourceTemplates = [
  {
    uriTemplate: "groundplan://{plan}",
    name: "plan",
    description: "A plan, such as groundplan://PLAN-3",
    mimeType,
  },
  {
    uriTemplate: "groundplan://{plan}/{spec}",
    name: "spec",
    description: "A whole spec, such as groundplan://PLAN-3/SPEC-2",
    mimeType,
  },
];

/** Lists open plans. */
export async function listResources(caller: Caller, cursor: string | undefined) {
  const { plans, ...next } = await caller.call(listAllPlans, { query: { open: "true", cursor } });
  const resources = plans.map(({ shortId, name, status, projectSlug }) => ({
    uri: `groundplan://${shortId}`,
    name: shortId,
    title: oneLine(name),
    description: `${status}, project ${projectSlug}`,
    mimeType,
  }));
  return { resources, ...next };
}

/** Reads a plan or spec as the tools answer it with the largest budget. */
export async function readResource(caller: Caller, uri: string) {
  const [, plan, spec] = /^groundplan:\/\/(PLAN-\d{1,9})(?:\/(SPEC-\d{1,9}))?\/?$/i.exec(uri) ?? [];
  if (plan === undefined) throw new ResourceNotFoundError(uri);
  try {
    const text =
      spec === undefined
        ? await getPlan.run(caller, { plan }, budgets.most)
        : await getSpecs.run(caller, { specs: [`${plan}/${spec}`] }, budgets.most);
    return {
      contents: [{ uri, mimeType, text: withTool(text, spec === undefined ? "get_plan" : "get_specs") }],
    };
  } catch (error) {
    if (error instanceof ToolError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}

/** Names the tool that takes the cursor of a text that goes on, as a reading takes none. */
const withTool = (text: string, tool: string) =>
  text.replace(/\nmore: (cursor=\S+)$/, `\nmore: call ${tool} with $1`);
