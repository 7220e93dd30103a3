import { type Fields, list, one, where } from "./graphql/fields.ts";
import type { Organization, RegisteredWebhook, Team, User } from "./records.ts";

const team: Fields<Team> = {
  displayName: ({ name }) => name,
  private: () => false,
  visibility: () => "public",
  timezone: () => "Etc/UTC",
  cyclesEnabled: () => false,
  triageEnabled: () => false,
  organization: one((site) => site.organization),
  defaultIssueState: one((site, { defaultStateId }) => site.states.get(defaultStateId)),
  states: list((site, { id }) => where(site.states, ({ teamId }) => teamId === id)),
  labels: list((site, { id }) => where(site.labels, ({ teamId }) => teamId === null || teamId === id)),
  issues: list((site, { id }) => where(site.issues, ({ teamId }) => teamId === id)),
  projects: list((site, { id }) => where(site.projects, ({ teamIds }) => teamIds.includes(id))),
  members: list((site) => site.users.values()),
};

const user: Fields<User> = {
  displayName: ({ name }) => name.toLowerCase(),
  active: () => true,
  guest: () => false,
  isMe: (source, _given, { viewer }) => source === viewer,
  url: ({ name }, _given, { site }) => `https://linear.app/${site.organization.urlKey}/profiles/${name}`,
  organization: one((site) => site.organization),
  teams: list((site) => site.teams.values()),
};

const organization: Fields<Organization> = {
  teams: list((site) => site.teams.values()),
  users: list((site) => site.users.values()),
  labels: list((site) => where(site.labels, ({ teamId }) => teamId === null)),
  projectStatuses: (_source, _given, { site }) => [...site.projectStatuses.values()],
  userCount: (_source, _given, { site }) => site.users.size,
};

const webhook: Fields<RegisteredWebhook> = {
  team: one((site, { teamId }) => site.teams.get(teamId ?? "")),
};

export const workspaceFields = {
  Team: team,
  User: user,
  Organization: organization,
  Webhook: webhook,
};
