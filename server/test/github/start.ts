import { control } from "./control.ts";
import { createDependencies } from "./dependencies.ts";
import { type Dumped, dump } from "./dump.ts";
import { createExecute } from "./execute.ts";
import { createFaults, type Fault, type Faults, type LogEntry } from "./faults.ts";
import { type Behind, startFront } from "./front.ts";
import { noticesOf } from "./notices.ts";
import { loadOpenApi } from "./openapi.ts";
import { type Changes, editAsPerson, person } from "./person.ts";
import { deleteIssue, transferIssue } from "./removal.ts";
import { defaultRepositories, type Grant, type Quota, type Repository, type Site, users } from "./site.ts";
import { createSubIssues } from "./sub-issues.ts";
import { startUpstream } from "./upstream.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export type Options = {
  /** Instead of `defaultRepositories()`. The first is `standIn.repository`. */
  repositories?: Repository[];
  /** Requests an hour, 15,000 (an app in a large organisation) unless told. */
  requestsPerHour?: number;
  /** GitHub's limits unless told; smaller ones spare a test the hundredth call. */
  limits?: { children?: number; levels?: number; dependencies?: number };
};

/** A request that GitHub's OpenAPI does not allow, or a failure of the stand-in itself. */
export type Violation = { request: string; problems: string[] };

/** Called before a request is executed; may return the fault that shall strike it. */
export type RequestHook = (entry: LogEntry) => Fault | undefined | Promise<Fault | undefined>;

/** Called once a request is executed, before its answer leaves. */
export type ResponseHook = (entry: LogEntry) => void | Promise<void>;

export type GitHubStandIn = {
  /** The API's base address, without a slash at the end. */
  url: string;
  /** A token of `planner`, who may push to all repositories that exist for them. */
  token: string;
  /** `owner/name` of the main repository: private, empty. */
  repository: string;
  /** May be changed at any time: archived, private, hasIssues, access. */
  repositories: Repository[];
  /** The owners for whom an app is installed: tokens of OAuth then show its installations. */
  installations: string[];
  /** May be changed at any time: delete one and it is answered by 401. */
  tokens: Map<string, Grant>;
  quota: Quota;
  faults: Faults;
  log: LogEntry[];
  violations: Violation[];
  /** False where the shared directory with GitHub's OpenAPI is absent; `violations` then has only failures. */
  validating: boolean;
  /** Both return the function that ends it. */
  onRequest(hook: RequestHook): () => void;
  onResponse(hook: ResponseHook): () => void;
  /** Done at once; the promise is of the webhooks' notice. */
  deleteIssue(repository: string, number: number): Promise<void>;
  transferIssue(repository: string, number: number, target: string): Promise<number>;
  /** Edits, closes or reopens an issue as somebody else than the token's account, in GitHub's pages. */
  editAsPerson(repository: string, number: number, changes: Changes): Promise<void>;
  /** The receivers of notices, also of changes by the API, and what they were sent. */
  webhooks: Webhooks;
  dump(): Promise<Dumped[]>;
  close(): Promise<void>;
};

const ofApps = /^\/(user\/installations|applications\/)/;

export const tokens = {
  planner: "token-of-planner",
  reader: "token-of-reader",
  readOnly: "read-only-token-of-planner",
};

/**
 * Starts a GitHub to test against: `emulate` for what it has, and a front that adds sub-issues, dependencies,
 * permissions and limits from GitHub's OpenAPI, checks every request against it, and can be made to fail.
 */
export async function startGitHub(options: Options = {}): Promise<GitHubStandIn> {
  const openApi = loadOpenApi();
  const repositories = options.repositories ?? defaultRepositories();
  const { children = 100, levels = 8, dependencies = 50 } = options.limits ?? {};
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
      // The document holds no more than the paths of issues and repositories.
      if (!ofApps.test(entry.path))
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
  const site: Site = {
    url: front.url,
    upstream: await startUpstream(users, repositories, front.url),
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
