import type { Read } from "./graphql/filters.ts";
import type { Quota } from "./quota.ts";
import type {
  Attachment,
  Initiative,
  InitiativeToProject,
  Issue,
  Label,
  Milestone,
  Organization,
  Project,
  ProjectRelation,
  ProjectStatus,
  RegisteredWebhook,
  Relation,
  Stamped,
  State,
  Team,
  User,
} from "./records.ts";

/** A token's user and rights. API keys are sent bare, OAuth tokens after "Bearer". */
export type Grant = { kind: "key" | "oauth"; userId: string; access: "write" | "read"; expired?: boolean };

/** A record's change, for webhooks. */
export type Change = {
  action: "create" | "update" | "remove";
  type: string;
  data: Record<string, unknown>;
  updatedFrom?: Record<string, unknown>;
  actor: User;
};

/** Lengths in UTF-16 units; Linear's are unpublished. */
export type RateLimits = {
  title: number;
  description: number;
  projectName: number;
  projectDescription: number;
  projectContent: number;
  /** Issues in one `issueBatchCreate`. */
  batch: number;
  /** Unarchived issues in the workspace; infinite on a paid plan. */
  issues: number;
};

/** Linear's unpublished behavior. "vary" rotates the forms. */
export type Unknowns = {
  /** A create with a used id. "same" returns its record. */
  usedId: "vary" | "input" | "argument" | "conflict" | "internal" | "same";
  /** An existing relation. "same" returns it, under its other id. */
  sameRelation: "refuse" | "same";
  /** True if relations and attachments advance their issues' `updatedAt`. */
  noisyUpdatedAt: boolean;
};

/** A file; without bytes until they arrived. */
export type UploadedFile = { filename: string; contentType: string; size: number; bytes: Buffer | null };

export type LinearSite = {
  organization: Organization;
  users: Map<string, User>;
  teams: Map<string, Team>;
  states: Map<string, State>;
  labels: Map<string, Label>;
  projectStatuses: Map<string, ProjectStatus>;
  projects: Map<string, Project>;
  milestones: Map<string, Milestone>;
  issues: Map<string, Issue>;
  /** Ids of issues in a private team, hidden from all tokens. */
  hidden: Set<string>;
  relations: Map<string, Relation>;
  projectRelations: Map<string, ProjectRelation>;
  attachments: Map<string, Attachment>;
  webhooks: Map<string, RegisteredWebhook>;
  /** By asset URL. */
  files: Map<string, UploadedFile>;
  /** The stand-in's address, which takes and shows files. */
  url: string;
  initiatives: Map<string, Initiative>;
  initiativeToProjects: Map<string, InitiativeToProject>;
  /** All ids ever used, including deleted records. */
  used: Map<string, Stamped>;
  tokens: Map<string, Grant>;
  limits: RateLimits;
  unknowns: Unknowns;
  quota: Quota;
  /** Counts changes, as `lastSyncId`. */
  synced: number;
  /** Rotates the variable answers. */
  turn: number;
  changed(change: Change): void;
};

export type Context = {
  site: LinearSite;
  viewer: User;
  grant: Grant;
  /** Reads a record's field, for filters. */
  read: Read;
};

/** Stores a new record and reserves its id. */
export function put<T extends Stamped>(site: Pick<LinearSite, "used">, map: Map<string, T>, record: T): T {
  const placed = { ...record, place: site.used.size };
  site.used.set(record.id, placed);
  map.set(record.id, placed);
  return placed;
}

export function identifierOf(site: LinearSite, issue: Issue): string {
  return `${site.teams.get(issue.teamId)?.key}-${issue.number}`;
}
