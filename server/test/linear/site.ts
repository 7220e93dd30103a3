import type { Read } from "./filters.ts";
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
  Relation,
  Stamped,
  State,
  Team,
  User,
  Webhook,
} from "./records.ts";

/** Whom a token stands for, and what it may do. An API key is sent bare, an OAuth token after "Bearer". */
export type Grant = { kind: "key" | "oauth"; userId: string; access: "write" | "read"; expired?: boolean };

/** A change of a record, for webhooks. */
export type Change = {
  action: "create" | "update" | "remove";
  type: string;
  data: Record<string, unknown>;
  updatedFrom?: Record<string, unknown>;
  actor: User;
};

/** Lengths in UTF-16 units; Linear's are not published. */
export type Limits = {
  title: number;
  description: number;
  projectName: number;
  projectDescription: number;
  projectContent: number;
  /** Issues in one `issueBatchCreate`. */
  batch: number;
  /** Issues that are not archived in the whole workspace; infinite on a paid plan. */
  issues: number;
};

/** Linear's behaviour where nothing is published. "vary" takes one form after the other. */
export type Unknowns = {
  /** A create with an id that is used. "same": answered with the record that has it. */
  usedId: "vary" | "input" | "argument" | "conflict" | "internal" | "same";
  /** A relation that exists already. "same": answered with the existing one, which has another id. */
  sameRelation: "refuse" | "same";
  /** This says whether a relation or an attachment moves the `updatedAt` of its issues. */
  noisyUpdatedAt: boolean;
};

export type Site = {
  organization: Organization;
  users: Map<string, User>;
  teams: Map<string, Team>;
  states: Map<string, State>;
  labels: Map<string, Label>;
  projectStatuses: Map<string, ProjectStatus>;
  projects: Map<string, Project>;
  milestones: Map<string, Milestone>;
  issues: Map<string, Issue>;
  /** Ids of issues that were put into a private team: the tokens see none of these. */
  hidden: Set<string>;
  relations: Map<string, Relation>;
  projectRelations: Map<string, ProjectRelation>;
  attachments: Map<string, Attachment>;
  webhooks: Map<string, Webhook>;
  initiatives: Map<string, Initiative>;
  initiativeToProjects: Map<string, InitiativeToProject>;
  /** All ids ever used, of deleted records too. */
  used: Map<string, Stamped>;
  tokens: Map<string, Grant>;
  limits: Limits;
  unknowns: Unknowns;
  quota: Quota;
  /** Counts changes; `lastSyncId` in the answers. */
  synced: number;
  /** Counts the answers of which there are several forms. */
  turn: number;
  changed(change: Change): void;
};

/** The caller and the site, as the operations see them. */
export type Context = {
  site: Site;
  viewer: User;
  grant: Grant;
  /** A field of a record, for filters. */
  read: Read;
};

/** Puts a new record in its map; from now on its id is used. */
export function put<T extends Stamped>(site: Pick<Site, "used">, map: Map<string, T>, record: T): T {
  const placed = { ...record, place: site.used.size };
  site.used.set(record.id, placed);
  map.set(record.id, placed);
  return placed;
}

export function identifierOf(site: Site, issue: Issue): string {
  return `${site.teams.get(issue.teamId)?.key}-${issue.number}`;
}
