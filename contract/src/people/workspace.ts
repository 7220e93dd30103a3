import { z } from "zod";
import { slug } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { name } from "../text.ts";
import { Policy, policyChange } from "../work/policy.ts";
import { Workspace } from "./identity.ts";

const tag = "Workspace";

/** Tokens of the planning agent a day for which a new workspace is set. */
export const usualAgentCeilings = {
  agentTokensPerDay: 5_000_000,
  agentTokensPerPersonPerDay: 1_000_000,
} as const;

const ceiling = z.int().min(0).max(1_000_000_000_000);
const ceilings = {
  agentTokensPerDay: ceiling.describe("Tokens of the planning agent a day (UTC); 0 switches it off."),
  agentTokensPerPersonPerDay: ceiling.describe("Those of each member."),
};

const links = z.boolean().describe("False if read links are switched off: none is made, and none works.");

const WorkspaceWithPolicy = Workspace.extend(Policy.shape)
  .extend(ceilings)
  .extend({ links })
  .meta({ id: "WorkspaceWithPolicy" });

export const getWorkspace = endpoint({
  id: "workspace.get",
  method: "GET",
  path: "/v1/workspace",
  summary: "Read the workspace of the credential",
  tag,
  reply: z.object({
    workspace: WorkspaceWithPolicy,
    storage: z.object({
      usedBytes: z.int().describe("The bytes of its files, and the characters of its context sources."),
      quotaBytes: z.int().nullable().describe("The most that it may have; null where nothing limits it."),
    }),
    modelCurrency: z.string().describe("The currency of all prices of models, as the operator set it."),
  }),
});

export const updateWorkspace = endpoint({
  id: "workspace.update",
  method: "PATCH",
  path: "/v1/workspace",
  summary: "Change the workspace's name, slug, policy, ceilings or links",
  description:
    "For owners. The old slug is free at once. A stricter policy also raises the weaker ones of projects.",
  tag,
  body: z.strictObject({
    name: name().optional(),
    slug: slug().optional(),
    ...policyChange,
    agentTokensPerDay: ceilings.agentTokensPerDay.optional(),
    agentTokensPerPersonPerDay: ceilings.agentTokensPerPersonPerDay.optional(),
    links: links.optional(),
  }),
  reply: z.object({ workspace: WorkspaceWithPolicy }),
  errors: ["forbidden", "slug_taken"],
});
