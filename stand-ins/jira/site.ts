import type { Project } from "./projects/project.ts";

type Named = { id: string; name: string };

export type Category = "new" | "indeterminate" | "done";

/** `asksFor`: a field required by its transition. */
export type Status = Named & { category: Category; asksFor?: string };

/** `level` is Jira's hierarchyLevel: Epic 1, Story and Task 0, Sub-task -1. */
export type IssueType = Named & { level: number };

/** `outward` describes the first issue's effect on the second ("blocks"), `inward` the reverse. */
export type LinkType = Named & { inward: string; outward: string };

/** An immutable issue record; writes replace it. Times in epoch ms. */
export type Issue = {
  id: string;
  key: string;
  project: Project;
  type: IssueType;
  /** Summary, description, labels and custom fields by field id. */
  fields: Record<string, unknown>;
  parent: string | undefined;
  status: Status;
  resolution: Named | null;
  properties: Record<string, unknown>;
  author: string;
  created: number;
  updated: number;
};

/** A file of an issue. */
export type Attachment = {
  id: string;
  filename: string;
  mimeType: string;
  bytes: Buffer;
  author: JiraAccount;
};

/** `from` acts on `to` by the outward description; Jira calls `from` the inward issue. */
export type Link = { id: string; type: LinkType; from: string; to: string };

/** `hidesEmail`: by its privacy settings. */
export type JiraAccount = {
  accountId: string;
  displayName: string;
  emailAddress: string;
  hidesEmail?: boolean;
};

/** Delayed; null once deleted. */
export type Indexed = { at: number; issue: Issue | null };

export type RateLimits = {
  /** 20 writes per issue in 2 s, 100 in 30 s. Off by default. */
  perIssueWrites: boolean;
  /** Calls per operation and second: GET 100, POST 100, PUT 50, DELETE 50. Off by default. */
  burst: boolean;
  links: number;
  /** Bytes of an attachment. */
  attachment: number;
  /** Characters of a text field, and the way of counting, which Jira doesn't specify. */
  text: number;
  textCount: "text" | "json";
  /** The delay until the search sees a write. */
  indexDelayMs: number;
};

export type Event = {
  kind: "created" | "updated" | "deleted" | "link_created" | "link_deleted";
  actor: JiraAccount;
  issue?: Issue;
  link?: Link;
  changed?: string[];
};

export type JiraSite = {
  url: string;
  projects: Project[];
  /** Accounts by the value after "Basic ". */
  accounts: Map<string, JiraAccount>;
  /** Those who can be assigned. */
  people: JiraAccount[];
  issues: Map<string, Issue>;
  /** Ids of issues hidden by a security level. */
  hidden: Set<string>;
  /** All current and former keys, in capitals, to issue ids. */
  keys: Map<string, string>;
  index: Map<string, Indexed[]>;
  links: Map<string, Link>;
  /** By issue id. */
  attachments: Map<string, Attachment[]>;
  linkTypes: LinkType[];
  linkingEnabled: boolean;
  limits: RateLimits;
  nextId: number;
  /** Validates a document by the published schema, if present. */
  checkDocument: ((document: unknown) => string[]) | undefined;
  emit(event: Event): void;
};

export const planner: JiraAccount = {
  accountId: "5b10planner",
  displayName: "Planner",
  emailAddress: "planner@example.com",
};

/** Sees everything, writes nothing. */
export const reader: JiraAccount = {
  accountId: "5b10reader",
  displayName: "Reader",
  emailAddress: "reader@example.com",
};

/** A user of Jira's own pages, without a token. */
export const person: JiraAccount = {
  accountId: "5b10person",
  displayName: "A Person",
  emailAddress: "person@example.com",
};

export const blocks: LinkType = {
  id: "10000",
  name: "Blocks",
  inward: "is blocked by",
  outward: "blocks",
};

export const relates: LinkType = {
  id: "10003",
  name: "Relates",
  inward: "relates to",
  outward: "relates to",
};
