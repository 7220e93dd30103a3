import { randomUUID } from "node:crypto";
import type { EstimationType } from "./issues/estimates.ts";

/** The common fields of records. Times are ISO 8601 in UTC; `place` is the creation order. */
export type Stamped = {
  __typename: string;
  id: string;
  place: number;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
};

export type User = Stamped & { name: string; email: string; admin: boolean; app: boolean };
export type Organization = Stamped & { name: string; urlKey: string };
export type Team = Stamped & {
  key: string;
  name: string;
  issueEstimationType: EstimationType;
  issueEstimationAllowZero: boolean;
  issueEstimationExtended: boolean;
  defaultIssueEstimate: number;
  defaultStateId: string;
  retiredAt: string | null;
  /** The last issue number given out. */
  issued: number;
};
export type StateType =
  | "triage"
  | "backlog"
  | "unstarted"
  | "started"
  | "completed"
  | "canceled"
  | "duplicate";
export type State = Stamped & {
  teamId: string;
  name: string;
  type: StateType;
  position: number;
  color: string;
};
export type Label = Stamped & {
  name: string;
  color: string;
  description: string | null;
  /** Null for a workspace label. */
  teamId: string | null;
  parentId: string | null;
  isGroup: boolean;
  retiredAt: string | null;
};
export type ProjectStatus = Stamped & { name: string; type: string; position: number; color: string };
export type Project = Stamped & {
  name: string;
  description: string;
  content: string | null;
  teamIds: string[];
  statusId: string;
  trashed: boolean | null;
  slugId: string;
  url: string;
  [detail: string]: unknown;
};
export type Milestone = Stamped & {
  projectId: string;
  name: string;
  description: string | null;
  sortOrder: number;
  targetDate: string | null;
};
export type Issue = Stamped & {
  teamId: string;
  number: number;
  previousIdentifiers: string[];
  title: string;
  description: string | null;
  estimate: number | null;
  parentId: string | null;
  projectId: string | null;
  projectMilestoneId: string | null;
  labelIds: string[];
  stateId: string;
  creatorId: string;
  assigneeId: string | null;
  trashed: boolean | null;
  startedAt: string | null;
  completedAt: string | null;
  canceledAt: string | null;
  priority: number;
  [detail: string]: unknown;
};
export type Relation = Stamped & { issueId: string; relatedIssueId: string; type: string };
export type ProjectRelation = Stamped & {
  projectId: string;
  relatedProjectId: string;
  type: string;
  anchorType: string;
  relatedAnchorType: string;
  projectMilestoneId: string | null;
  relatedProjectMilestoneId: string | null;
};
export type Attachment = Stamped & {
  issueId: string;
  title: string;
  subtitle: string | null;
  url: string;
  metadata: Record<string, unknown>;
};
export type RegisteredWebhook = Stamped & {
  url: string;
  secret: string;
  enabled: boolean;
  label: string | null;
  resourceTypes: string[];
  teamId: string | null;
  allPublicTeams: boolean;
};
export type Initiative = Stamped & {
  name: string;
  description: string | null;
  content: string | null;
  status: string;
  trashed: boolean | null;
  [detail: string]: unknown;
};
export type InitiativeToProject = Stamped & { initiativeId: string; projectId: string; sortOrder: string };

/** Returns the common fields; `put` sets `place`. */
export function stamp(type: string, id: string = randomUUID(), createdAt?: string): Stamped {
  const now = new Date().toISOString();
  return { __typename: type, id, place: 0, createdAt: createdAt ?? now, updatedAt: now, archivedAt: null };
}

/** Advances `updatedAt` by at least a millisecond. */
export function touch(record: Stamped): void {
  const after = Date.parse(record.updatedAt) + 1;
  record.updatedAt = new Date(Math.max(Date.now(), after)).toISOString();
}

/** Returns a record's own fields, for webhooks. */
export function dataOf({ place: _place, __typename: _type, ...fields }: Stamped): Record<string, unknown> {
  return fields;
}
