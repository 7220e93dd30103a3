import { find, findIssue } from "../issues/lookup.ts";
import { findProject } from "../plans/projects.ts";
import type { Issue, Stamped } from "../records.ts";
import type { Context, LinearSite } from "../site.ts";
import type { ListArguments } from "./connections.ts";
import { list, where } from "./fields.ts";

type ById = { id: string };

const all =
  <R extends Stamped>(map: (site: LinearSite) => Map<string, R>) =>
  (context: Context, given: ListArguments) =>
    list<null, R>((site) => map(site).values())(null, given, context);

const byId =
  <R>(entity: string, map: (site: LinearSite) => Map<string, R>) =>
  ({ site }: Context, { id }: ById) =>
    find(site, map(site), id, entity);

export const queries = {
  viewer: ({ viewer }: Context) => viewer,
  organization: ({ site }: Context) => site.organization,
  teams: all((site) => site.teams),
  /** Finds by id or key. */
  team: ({ site }: Context, { id }: ById) =>
    [...site.teams.values()].find((team) => team.key === id) ?? find(site, site.teams, id, "Team"),
  users: all((site) => site.users),
  workflowStates: all((site) => site.states),
  workflowState: byId("WorkflowState", (site) => site.states),
  issueLabels: all((site) => site.labels),
  issueLabel: byId("IssueLabel", (site) => site.labels),
  projects: all((site) => site.projects),
  project: ({ site }: Context, { id }: ById) => findProject(site, id),
  projectStatuses: all((site) => site.projectStatuses),
  projectMilestones: all((site) => site.milestones),
  projectMilestone: byId("ProjectMilestone", (site) => site.milestones),
  projectRelations: all((site) => site.projectRelations),
  projectRelation: byId("ProjectRelation", (site) => site.projectRelations),
  issues: (context: Context, given: ListArguments) =>
    list<null, Issue>((site) => where(site.issues, ({ id }) => !site.hidden.has(id)))(null, given, context),
  issue: ({ site }: Context, { id }: ById) => findIssue(site, id),
  issueRelations: all((site) => site.relations),
  issueRelation: byId("IssueRelation", (site) => site.relations),
  attachments: all((site) => site.attachments),
  attachment: byId("Attachment", (site) => site.attachments),
  attachmentsForURL: (context: Context, { url, ...given }: ListArguments & { url: string }) =>
    all((site) => site.attachments)(context, { ...given, filter: { url: { eq: url } } }),
  initiatives: all((site) => site.initiatives),
  initiative: byId("Initiative", (site) => site.initiatives),
  webhooks: all((site) => site.webhooks),
  webhook: byId("Webhook", (site) => site.webhooks),
  rateLimitStatus({ site, viewer }: Context) {
    const limit = (type: "requests" | "complexity") => ({
      type,
      allowedAmount: site.quota[type].limit,
      remainingAmount: site.quota[type].remaining,
      requestedAmount: 0,
      period: 3_600_000,
      reset: site.quota[type].resetAt,
    });
    return { identifier: viewer.id, kind: "apiKey", limits: [limit("requests"), limit("complexity")] };
  },
};
