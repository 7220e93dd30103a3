import { createFaults, type Fault, type Faults, type LogEntry } from "../common/faults.ts";
import { type Behind, startFront } from "../common/front.ts";
import { control } from "./control.ts";
import { type Dumped, dump } from "./dump.ts";
import { createExecute } from "./execute.ts";
import { type Changes, editAsPerson, person } from "./issues/person.ts";
import { deleteIssue, transferIssue } from "./issues/removal.ts";
import { createDependencies } from "./links/dependencies.ts";
import { createSubIssues } from "./links/sub-issues.ts";
import { loadOpenApi } from "./openapi.ts";
import {
  defaultRepositories,
  type GitHubSite,
  type Grant,
  type Quota,
  type Repository,
  users,
} from "./site.ts";
import { startUpstream } from "./upstream.ts";
import { noticesOf } from "./webhooks/notices.ts";
import { createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";

export type Options = {
  /** Replaces `defaultRepositories()`. The first is `standIn.repository`. */
  repositories?: Repository[];
  /** Requests per hour; 15,000 by default (an app in a large organization). */
  requestsPerHour?: number;
  /** GitHub's limits by default; smaller ones keep tests short. */
  limits?: { children?: number; levels?: number; dependencies?: number };
  /** Further users by login, with the address that each shows to all. */
  people?: Record<string, string>;
};

/** A request violating GitHub's OpenAPI, or a failure of the stand-in itself. */
export type Violation = { request: string; problems: string[] };

/** Runs before a request; may return a fault. */
export type RequestHook = (entry: LogEntry) => Fault | undefined | Promise<Fault | undefined>;

/** Runs after a request, before its answer leaves. */
export type ResponseHook = (entry: LogEntry) => void | Promise<void>;

export type GitHubStandIn = {
  /** The base address without a trailing slash. */
  url: string;
  /** A token of `planner`, who may push to all repositories visible to them. */
  token: string;
  /** `owner/name` of the main repository: private, empty. */
  repository: string;
  /** Mutable at any time: archived, private, hasIssues, access. */
  repositories: Repository[];
  /** The owners with an app installation, shown to OAuth tokens. */
  installations: string[];
  /** Mutable at any time; a deleted one gets 401. */
  tokens: Map<string, Grant>;
  quota: Quota;
  faults: Faults;
  log: LogEntry[];
  violations: Violation[];
  /** False without the shared OpenAPI; `violations` then has only failures. */
  validating: boolean;
  /** Returns the unsubscribe function, like `onResponse`. */
  onRequest(hook: RequestHook): () => void;
  onResponse(hook: ResponseHook): () => void;
  /** Deletes at once; the promise is for the webhook's notice. */
  deleteIssue(repository: string, number: number): Promise<void>;
  transferIssue(repository: string, number: number, target: string): Promise<number>;
  /** Edits, closes or reopens an issue in GitHub's pages, as another user. */
  editAsPerson(repository: string, number: number, changes: Changes): Promise<void>;
  /** The receivers of notices, with the deliveries. */
  webhooks: Webhooks;
  dump(): Promise<Dumped[]>;
  close(): Promise<void>;
};

const beyondDocument =
  /^\/(user\/installations|applications\/|search\/users|users\/|repos\/[^/]+\/[^/]+\/assignees\/)/;

export const tokens = {
  planner: "token-of-planner",
  reader: "token-of-reader",
  readOnly: "read-only-token-of-planner",
};

/**
 * Starts a GitHub: `emulate`, behind a front that adds sub-issues, dependencies, permissions and limits by
 * GitHub's OpenAPI, validates every request, and injects faults.
 */
export async function startGitHub(options: Options = {}): Promise<GitHubStandIn> {
  const openApi = loadOpenApi();
  const repositories = options.repositories ?? defaultRepositories();
  const { children = 100, levels = 8, dependencies = 50 } = options.limits ?? {};
  const people = options.people ?? {};
  const limit = options.requestsPerHour ?? 15_000;
  const quota: Quota = { limit, remaining: limit, resetAt: Math.floor(Date.now() / 1000) + 3600 };
  const log: LogEntry[] = [];
  const violations: Violation[] = [];
  const requestHooks = new Set<RequestHook>();
  const responseHooks = new Set<ResponseHook>();
  const faults = createFaults();
  const webhooks = createWebhooks();
  const grants = new Map<string, Grant>([
    [tokens.planner, { login: "planner" }],
    [tokens.reader, { login: "reader" }],
    [tokens.readOnly, { login: "planner", readOnly: true }],
  ]);
  const report = (request: string, problems: string[]) => {
    if (problems.length > 0) violations.push({ request, problems });
  };

  const behind: Behind = {
    async arrive(entry, authorization) {
      // The document only covers issue and repository paths.
      if (!beyondDocument.test(entry.path))
        report(`${entry.method} ${entry.path}`, openApi?.request(entry.method, entry.path, entry.body) ?? []);
      const asked: (Fault | undefined)[] = [];
      for (const hook of requestHooks) asked.push(await hook(entry));
      const fault = asked.find((one) => one !== undefined) ?? faults.take(entry);
      if (fault?.revoke) grants.delete(authorization.replace(/^(bearer|token) /i, ""));
      return fault;
    },
    execute: (entry, headers, text) => execute(entry, headers, text),
    async executed(entry) {
      for (const hook of responseHooks) await hook(entry);
    },
    failed: (request, error) => report(request, [`the stand-in failed: ${error}`]),
    control: (method, path, text) => control(standIn, method, path, text),
    headers: () => ({
      "x-ratelimit-limit": String(quota.limit),
      "x-ratelimit-remaining": String(quota.remaining),
      "x-ratelimit-reset": String(quota.resetAt),
      "x-ratelimit-used": String(quota.limit - quota.remaining),
      "x-ratelimit-resource": "core",
    }),
  };
  const front = await startFront(behind, log);
  const site: GitHubSite = {
    url: front.url,
    upstream: await startUpstream([...users, ...Object.keys(people)], repositories, front.url),
    people,
    repositories,
    installations: [],
    tokens: grants,
    issues: new Map(),
    issueIds: new Map(),
    gone: new Map(),
    subIssues: createSubIssues({ children, levels }),
    dependencies: createDependencies(dependencies),
    quota,
    webhooks,
  };
  const execute = createExecute(site);
  const [main] = repositories;
  const standIn: GitHubStandIn = {
    url: front.url,
    token: tokens.planner,
    repository: main === undefined ? "" : `${main.owner}/${main.name}`,
    repositories,
    installations: site.installations,
    tokens: grants,
    quota,
    faults,
    log,
    violations,
    validating: openApi !== undefined,
    onRequest: (hook) => enrol(requestHooks, hook),
    onResponse: (hook) => enrol(responseHooks, hook),
    deleteIssue: (repository, number) => deleteIssue(site, repository, number),
    async editAsPerson(repository, number, changes) {
      const { body: answer } = await editAsPerson(site, repository, number, changes);
      if (!webhooks.hasAny()) return;
      const path = `/repos/${repository}/issues/${number}`;
      const done = { method: "PATCH", path, body: changes, answer, login: person };
      webhooks.send(repository, await noticesOf(site, done));
    },
    webhooks,
    transferIssue: (repository, number, target) => transferIssue(site, repository, number, target),
    dump: () => dump(site),
    async close() {
      await webhooks.settled();
      await front.close();
      await site.upstream.close();
    },
  };
  return standIn;
}

function enrol<T>(hooks: Set<T>, hook: T): () => void {
  hooks.add(hook);
  return () => {
    hooks.delete(hook);
  };
}
