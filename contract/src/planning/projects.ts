import { z } from "zod";
import { Deleted, flag, nextCursor, page, projectParams, slug } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name } from "../text.ts";
import { ownPolicy, ownPolicyChange, Policy } from "../work/policy.ts";

const tag = "Projects";

export const Repository = z
  .object({
    id: z.string(),
    provider: z.string(),
    fullName: z.string(),
    defaultBranch: z.string(),
    primary: z.boolean(),
  })
  .meta({ id: "Repository" });

export const Project = z
  .object({
    id: z.string(),
    slug: z.string().nullable(),
    name: z.string(),
    repositoryId: z.string().nullable().describe("The primary repository."),
    repositoryIds: z.array(z.string()),
    repositories: z.array(Repository),
    ...ownPolicy,
    effectivePolicy: Policy,
    archivedAt: dateTime()
      .nullable()
      .describe("When it was deleted; such a project is in the list of `archived=true` only."),
  })
  .meta({ id: "Project" });

const repositories = z
  .array(
    z
      .strictObject({
        provider: name(40),
        fullName: name(200),
        defaultBranch: name(200).default("main"),
        primary: z.boolean().default(false),
      })
      .meta({ id: "RepositoryOfProject" }),
  )
  .max(50)
  .refine((list) => list.filter((entry) => entry.primary).length <= 1, "only one repository can be primary");

const projectReply = z.object({ project: Project }).meta({ id: "ProjectReply" });

export const listProjects = endpoint({
  id: "projects.list",
  method: "GET",
  path: "/v1/projects",
  summary: "List the projects of the workspace",
  tag,
  query: z.strictObject({
    ...page,
    archived: flag()
      .optional()
      .describe("With `true` only the deleted projects that can still be restored; otherwise none of them."),
  }),
  whole: true,
  reply: z.object({ projects: z.array(Project), nextCursor }),
});

export const createProject = endpoint({
  id: "projects.create",
  method: "POST",
  path: "/v1/projects",
  summary: "Create a project",
  description: "If omitted, the slug is derived from the name. Only owners send `evidence` and `reviewer`.",
  tag,
  body: z.strictObject({
    name: name(),
    slug: slug().optional(),
    repositories: repositories.optional(),
    ...ownPolicyChange,
  }),
  reply: projectReply,
  status: 201,
  errors: ["forbidden", "slug_taken", "policy_weaker"],
});

export const restoreProject = endpoint({
  id: "projects.restore",
  method: "POST",
  path: "/v1/projects/{projectSlug}/restore",
  summary: "Restore a deleted project",
  description:
    "Owners bring it back with the plans that were deleted with it. No-op for a project that is not deleted.",
  tag,
  params: projectParams,
  reply: projectReply,
  errors: ["not_found", "forbidden"],
});

export const getProject = endpoint({
  id: "projects.get",
  method: "GET",
  path: "/v1/projects/{projectSlug}",
  summary: "Read a project",
  tag,
  params: projectParams,
  reply: projectReply,
  errors: ["not_found"],
});

export const updateProject = endpoint({
  id: "projects.update",
  method: "PATCH",
  path: "/v1/projects/{projectSlug}",
  summary: "Change a project",
  description: "Only owners send `evidence` and `reviewer`.",
  tag,
  params: projectParams,
  body: z.strictObject({
    name: name().optional(),
    slug: slug().optional(),
    repositories: repositories.optional(),
    ...ownPolicyChange,
  }),
  reply: projectReply,
  errors: ["not_found", "forbidden", "slug_taken", "policy_weaker"],
});

export const deleteProject = endpoint({
  id: "projects.delete",
  method: "DELETE",
  path: "/v1/projects/{projectSlug}",
  summary: "Delete a project",
  description:
    "It can be restored with all its plans until it is purged, after as many days as an archived plan. Its slug stays taken until then.",
  tag,
  params: projectParams,
  reply: Deleted,
  errors: ["not_found", "forbidden", "recent_sign_in_required"],
});
