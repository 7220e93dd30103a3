import type { EstimationType } from "./issues/estimates.ts";
import { createQuota } from "./quota.ts";
import { type StateType, stamp, type Team } from "./records.ts";
import { type Change, type LinearSite, put, type RateLimits, type Unknowns } from "./site.ts";

export type TeamSetting = {
  key: string;
  estimation?: EstimationType;
  allowZero?: boolean;
  extended?: boolean;
};

export type WorldOptions = {
  /** The first is `teamKey`. By default ENG with the Fibonacci scale, and OPS without estimates. */
  teams?: TeamSetting[];
  /** Users besides the planner and a member. */
  people?: { name: string; email: string }[];
  limits?: Partial<RateLimits>;
  unknowns?: Partial<Unknowns>;
  /** Hourly limits; 2,500 and 3,000,000 by default. */
  quota?: { requests?: number; complexity?: number };
};

export const tokens = {
  planner: "lin_api_planner",
  /** A regular member's API key. */
  member: "lin_api_member",
  readOnly: "lin_api_readonly",
  /** An OAuth token, sent after "Bearer". */
  oauth: "lin_oauth_planner",
};

const states: [string, StateType][] = [
  ["Triage", "triage"],
  ["Backlog", "backlog"],
  ["Todo", "unstarted"],
  ["In Progress", "started"],
  ["Done", "completed"],
  ["Canceled", "canceled"],
  ["Duplicate", "duplicate"],
];
const statuses = ["backlog", "planned", "started", "paused", "completed", "canceled"];

/** Creates two users, two teams and labels: workspace, team, group and retired. */
export function createSite(options: WorldOptions, changed: (change: Change) => void): LinearSite {
  const site: LinearSite = {
    organization: { ...stamp("Organization"), name: "Acme", urlKey: "acme" },
    users: new Map(),
    teams: new Map(),
    states: new Map(),
    labels: new Map(),
    projectStatuses: new Map(),
    projects: new Map(),
    milestones: new Map(),
    issues: new Map(),
    hidden: new Set(),
    relations: new Map(),
    projectRelations: new Map(),
    attachments: new Map(),
    webhooks: new Map(),
    files: new Map(),
    url: "",
    initiatives: new Map(),
    initiativeToProjects: new Map(),
    used: new Map(),
    tokens: new Map(),
    limits: {
      title: 255,
      description: 250_000,
      projectName: 255,
      projectDescription: 255,
      projectContent: 250_000,
      batch: 50,
      issues: Number.POSITIVE_INFINITY,
      ...options.limits,
    },
    unknowns: { usedId: "vary", sameRelation: "refuse", noisyUpdatedAt: true, ...options.unknowns },
    quota: createQuota(options.quota?.requests ?? 2500, options.quota?.complexity ?? 3_000_000),
    synced: 0,
    turn: 0,
    changed,
  };
  const person = (name: string, admin: boolean, email = `${name}@acme.test`) =>
    put(site, site.users, { ...stamp("User"), name, email, admin, app: false }).id;
  const planner = person("planner", true);
  const member = person("member", false);
  for (const { name, email } of options.people ?? []) person(name, false, email);
  site.tokens.set(tokens.planner, { kind: "key", userId: planner, access: "write" });
  site.tokens.set(tokens.member, { kind: "key", userId: member, access: "write" });
  site.tokens.set(tokens.readOnly, { kind: "key", userId: planner, access: "read" });
  site.tokens.set(tokens.oauth, { kind: "oauth", userId: planner, access: "write" });
  statuses.forEach((type, position) => {
    put(site, site.projectStatuses, {
      ...stamp("ProjectStatus"),
      name: type,
      type,
      position,
      color: "#000000",
    });
  });
  const teams = options.teams ?? [
    { key: "ENG", estimation: "fibonacci" },
    { key: "OPS", estimation: "notUsed" },
  ];
  const [first] = teams.map((setting) => addTeam(site, setting));
  const label = (
    name: string,
    more: Partial<{ teamId: string; parentId: string; isGroup: boolean; retiredAt: string }> = {},
  ) =>
    put(site, site.labels, {
      ...stamp("IssueLabel"),
      name,
      color: "#bec2c8",
      description: null,
      teamId: null,
      parentId: null,
      isGroup: false,
      retiredAt: null,
      ...more,
    }).id;
  label("Bug");
  label("Retired", { retiredAt: new Date().toISOString() });
  const teamId = first?.id ?? "";
  const area = label("Area", { teamId, isGroup: true });
  for (const name of ["API", "Web"]) label(name, { teamId, parentId: area });
  return site;
}

function addTeam(site: LinearSite, setting: TeamSetting): Team {
  const team = put(site, site.teams, {
    ...stamp("Team"),
    key: setting.key,
    name: `Team ${setting.key}`,
    issueEstimationType: setting.estimation ?? "notUsed",
    issueEstimationAllowZero: setting.allowZero ?? false,
    issueEstimationExtended: setting.extended ?? false,
    defaultIssueEstimate: 1,
    defaultStateId: "",
    retiredAt: null,
    issued: 0,
  });
  states.forEach(([name, type], position) => {
    const state = { ...stamp("WorkflowState"), teamId: team.id, name, type, position, color: "#bec2c8" };
    put(site, site.states, state);
    if (type === "backlog") team.defaultStateId = state.id;
  });
  return team;
}
