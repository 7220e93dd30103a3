import type { Project } from "./project.ts";

type Named = { id: string; name: string };

export type Category = "new" | "indeterminate" | "done";

/** `asksFor` is a field that its transition requires. */
export type Status = Named & { category: Category; asksFor?: string };

/** `level` is Jira's hierarchyLevel: Epic 1, Story and Task 0, Sub-task -1. */
export type IssueType = Named & { level: number };

/** `outward` is what the first issue does to the second ("blocks"), `inward` the reverse. */
export type LinkType = Named & { inward: string; outward: string };

/** An issue as it stands. Never changed in place: each write puts a new record in its stead. Times in epoch ms. */
export type Issue = {
  id: string;
  key: string;
  project: Project;
  type: IssueType;
  /** Summary, description, labels and custom fields by field id. */
  fields: Record<string, unknown>;
  /** The parent's id. */
  parent: string | undefined;
  status: Status;
  resolution: Named | null;
  properties: Record<string, unknown>;
  author: string;
  created: number;
  updated: number;
};

/** `from` does to `to` what the type's outward description says; Jira calls `from` the inward issue. */
export type Link = { id: string; type: LinkType; from: string; to: string };

/** The account that a credential stands for. */
export type Account = { accountId: string; displayName: string; emailAddress: string };

/** A state in the index of the search, which is always a little late. The issue is null once deleted. */
export type Indexed = { at: number; issue: Issue | null };

export type Limits = {
  /** 20 writes to one issue in 2 s, 100 in 30 s. Off unless a test turns it on. */
  perIssueWrites: boolean;
  /** Calls of one operation in a second: GET 100, POST 100, PUT 50, DELETE 50. Off unless turned on. */
  burst: boolean;
  /** Links of one issue. */
  links: number;
  /** Characters of a text field, and what is counted: Jira does not say. */
  text: number;
  textCount: "text" | "json";
  /** The milliseconds for which a write stays invisible to the search. */
  indexDelayMs: number;
};

/** Notes on an issue's change for webhooks. */
export type Event = {
  kind: "created" | "updated" | "deleted" | "link_created" | "link_deleted";
  actor: Account;
  issue?: Issue;
  link?: Link;
  changed?: string[];
};

/** All that the stand-in knows. */
export type Site = {
  url: string;
  projects: Project[];
  /** The accounts by the value after "Basic ". */
  accounts: Map<string, Account>;
  issues: Map<string, Issue>;
  /** Ids of issues whose security level the accounts are not in: they see none of these. */
  hidden: Set<string>;
  /** Every key that an issue has or had, in capitals, to its id. */
  keys: Map<string, string>;
  index: Map<string, Indexed[]>;
  links: Map<string, Link>;
  linkTypes: LinkType[];
  linkingEnabled: boolean;
  limits: Limits;
  nextId: number;
  /** Returns the errors of a document by the published schema; undefined where the schema is absent. */
  checkDocument: ((document: unknown) => string[]) | undefined;
  emit(event: Event): void;
};

export const planner: Account = {
  accountId: "5b10planner",
  displayName: "Planner",
  emailAddress: "planner@example.com",
};

/** Sees everything, writes nothing. */
export const reader: Account = {
  accountId: "5b10reader",
  displayName: "Reader",
  emailAddress: "reader@example.com",
};

/** Somebody who works in Jira's own pages; has no token. */
export const person: Account = {
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
