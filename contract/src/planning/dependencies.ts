import { z } from "zod";
import { Deleted, nextCursor, page, planParams, reference } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const tag = "Dependencies";
const path = "/v1/projects/{projectSlug}/plans/{planShortId}/dependencies";

const handle = z
  .string()
  .nullable()
  .describe("`PLAN-<n>/SPEC-<n>` or `PLAN-<n>`; null if the caller can't read it.");

export const Dependency = z
  .object({
    id: z.string(),
    fromPlanId: z.string().nullable(),
    fromSpecId: z.string().nullable(),
    toPlanId: z.string().nullable(),
    toSpecId: z.string().nullable(),
    fromHandle: handle,
    toHandle: handle,
  })
  .meta({
    id: "Dependency",
    description: "`from` needs `to` first. Both ends are specs, or both are plans.",
  });

export const listDependencies = endpoint({
  id: "dependencies.list",
  method: "GET",
  path,
  summary: "List what the plan and its specs need first",
  tag,
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ dependencies: z.array(Dependency), nextCursor }),
  errors: ["not_found"],
});

const dependencyParams = planParams.extend({ dependencyId: z.string().describe("The dependency's id.") });

export const getDependency = endpoint({
  id: "dependencies.get",
  method: "GET",
  path: `${path}/{dependencyId}`,
  summary: "Read a dependency",
  tag,
  params: dependencyParams,
  reply: z.object({ dependency: Dependency }),
  errors: ["not_found"],
});

export const createDependency = endpoint({
  id: "dependencies.create",
  method: "POST",
  path,
  summary: "Create a dependency",
  description:
    "`from` lies in the plan of the path; `to` may be in any plan of the workspace that the caller can read.",
  tag,
  params: planParams,
  body: z.union([
    z.strictObject({ fromSpecId: reference(), toSpecId: reference() }),
    z.strictObject({ fromPlanId: reference(), toPlanId: reference() }),
  ]),
  reply: z.object({ dependency: Dependency }),
  status: 201,
  errors: ["not_found", "forbidden", "plan_archived", "dependency_cycle"],
});

export const deleteDependency = endpoint({
  id: "dependencies.delete",
  method: "DELETE",
  path: `${path}/{dependencyId}`,
  summary: "Remove a dependency",
  tag,
  params: dependencyParams,
  reply: Deleted,
  errors: ["not_found", "forbidden", "plan_archived"],
});
