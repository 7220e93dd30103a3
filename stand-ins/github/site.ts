import type { Dependencies } from "./links/dependencies.ts";
import type { SubIssues } from "./links/sub-issues.ts";
import type { Upstream } from "./upstream.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

type Access = "none" | "read" | "write" | "admin";

/** Mutable during tests. */
export type Repository = {
  owner: string;
  name: string;
  private: boolean;
  archived: boolean;
  hasIssues: boolean;
  /** Access by login. Others read public repositories and don't see private ones. */
  access: Record<string, Access>;
};

/** A token's account. `readOnly`: a fine-grained token without write permission on issues. */
export type Grant = { login: string; readOnly?: boolean };

/** `id` is the database id (never equal to `number`); `repository` is `owner/name`. */
export type IssueRecord = {
  id: number;
  repository: string;
  number: number;
  author: string;
  state: string;
  /** Closed as a duplicate, a reason unknown to `emulate`. */
  duplicate: boolean;
};

/** The hour's remaining requests of all tokens. `resetAt` in epoch seconds. */
export type Quota = { limit: number; remaining: number; resetAt: number };

export type GitHubSite = {
  url: string;
  upstream: Upstream;
  repositories: Repository[];
  /** Addresses by login. */
  people: Record<string, string>;
  /** The app's installations by owner, in id order; none for an OAuth app. */
  installations: string[];
  tokens: Map<string, Grant>;
  issues: Map<number, IssueRecord>;
  issueIds: Map<string, number>;
  /** Removed issues by `owner/name#number`: the new API path, or null if deleted. */
  gone: Map<string, string | null>;
  subIssues: SubIssues;
  dependencies: Dependencies;
  quota: Quota;
  webhooks: Webhooks;
};

export const users = ["planner", "reader"];

/** Returns two private repositories and a public one to write to, a hidden one, and another owner's. */
export const defaultRepositories = (): Repository[] => [
  repository("acme", "web", true, { planner: "write", reader: "read" }),
  repository("acme", "api", true, { planner: "write" }),
  repository("acme", "site", false, { planner: "write" }),
  repository("acme", "vault", true, {}),
  repository("planner", "notes", true, { planner: "admin" }),
];

function repository(
  owner: string,
  name: string,
  isPrivate: boolean,
  access: Record<string, Access>,
): Repository {
  return { owner, name, private: isPrivate, archived: false, hasIssues: true, access };
}

export const fullName = (repo: Repository) => `${repo.owner}/${repo.name}`;

export const issueKey = (repository: string, number: number) => `${repository}#${number}`;

export function accessOf(repo: Repository, login: string): Access {
  return repo.access[login] ?? (repo.private ? "none" : "read");
}

/** Only who was given access can be assigned. */
export const mayBeAssigned = ({ access }: Repository, login: string): boolean =>
  (access[login] ?? "none") !== "none";

/** Ignores case (OpenAPI, parameters `owner` and `repo`). */
export function findRepository(site: GitHubSite, name: string): Repository | undefined {
  return site.repositories.find((repo) => fullName(repo).toLowerCase() === name.toLowerCase());
}

export function remember(site: GitHubSite, record: IssueRecord): void {
  site.issues.set(record.id, record);
  site.issueIds.set(issueKey(record.repository, record.number), record.id);
}

/** Returns whether the issue exists in a repository readable to the login. */
export function isVisible(
  site: GitHubSite,
  record: IssueRecord | undefined,
  login: string,
): record is IssueRecord {
  if (record === undefined || site.gone.has(issueKey(record.repository, record.number))) return false;
  const repo = findRepository(site, record.repository);
  return repo !== undefined && accessOf(repo, login) !== "none";
}
