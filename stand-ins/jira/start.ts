import { createFaults, type Faults, type LogEntry } from "../common/faults.ts";
import { type Behind, startFront } from "../common/front.ts";
import { control } from "./control.ts";
import { createDrift, type Drift } from "./drift.ts";
import { type Dumped, dump } from "./dump.ts";
import { createExecute } from "./execute.ts";
import type { JiraFault } from "./faults.ts";
import { loadAdf } from "./issues/adf.ts";
import { documentProblems } from "./issues/documents.ts";
import { defaultLimits } from "./issues/limits.ts";
import { loadOpenApi } from "./openapi.ts";
import { defaultProjects, type Project } from "./projects/project.ts";
import {
  type Attachment,
  blocks,
  type JiraAccount,
  type JiraSite,
  type LinkType,
  person,
  planner,
  type RateLimits,
  reader,
  relates,
} from "./site.ts";
import { catchUp } from "./store.ts";
import { createWebhooks, type Delivery, type RegisteredWebhook } from "./webhooks.ts";

export type Options = {
  /** Replaces `defaultProjects()`. The first is `projectKey`. */
  projects?: Project[];
  /** Replaces Blocks and Relates. `dump` treats the first as blocking. */
  linkTypes?: LinkType[];
  limits?: Partial<RateLimits>;
  /** Those who can be assigned, besides the planner and a person. */
  people?: JiraAccount[];
};

/** A request violating Jira's OpenAPI or document schema, or a failure of the stand-in itself. */
export type Violation = { request: string; problems: string[] };

/** Runs before a request; may return a fault. */
export type RequestHook = (entry: LogEntry) => JiraFault | undefined | Promise<JiraFault | undefined>;

/** Runs after a request, before its answer leaves. */
export type ResponseHook = (entry: LogEntry) => void | Promise<void>;

export type JiraStandIn = {
  /** The site's address, without a trailing slash; the API is below `/rest/api/3`. */
  url: string;
  /** The planner's e-mail and API token, with all permissions in visible projects. */
  email: string;
  token: string;
  projectKey: string;
  /** Mutable at any time: archived, types, fields, permissions … */
  projects: Project[];
  /** Accounts by the value after "Basic ", or by `bearer <token>`; a deleted one gets 401. */
  accounts: Map<string, JiraAccount>;
  /** Those who can be assigned; mutable at any time. */
  people: JiraAccount[];
  /** Mutable at any time. */
  limits: RateLimits;
  faults: Faults;
  log: LogEntry[];
  violations: Violation[];
  /** False without the shared schemas; `violations` then has only failures. */
  validating: boolean;
  /** Returns the unsubscribe function, like `onResponse`. */
  onRequest(hook: RequestHook): () => void;
  onResponse(hook: ResponseHook): () => void;
  drift: Drift;
  /** Indexes all writes at once, without waiting for `limits.indexDelayMs`. */
  catchUp(): void;
  setWebhook(webhook: RegisteredWebhook | undefined): void;
  /** All delivery attempts, by end time. */
  deliveries: Delivery[];
  /** Waits until all events were delivered or given up. */
  delivered(): Promise<void>;
  /** By issue id. */
  attachments: ReadonlyMap<string, Attachment[]>;
  dump(): Dumped;
  close(): Promise<void>;
};

const apiTokens = { planner: "api-token-of-planner", reader: "api-token-of-reader" };

/** Returns the value after "Basic ". */
export const basic = (email: string, token: string) => Buffer.from(`${email}:${token}`).toString("base64");

/** The reader's credential: sees what the planner sees, writes nothing. */
export const readerCredential = basic(reader.emailAddress, apiTokens.reader);

/**
 * Starts a Jira Cloud site that stores issues, links and properties by Atlassian's OpenAPI, validates every
 * request and document, and injects faults.
 */
export async function startJira(options: Options = {}): Promise<JiraStandIn> {
  const openApi = loadOpenApi();
  const checkDocument = loadAdf();
  const projects = options.projects ?? defaultProjects();
  const log: LogEntry[] = [];
  const violations: Violation[] = [];
  const requestHooks = new Set<RequestHook>();
  const responseHooks = new Set<ResponseHook>();
  const struck = new WeakMap<LogEntry, JiraFault>();
  const faults = createFaults();
  const webhooks = createWebhooks();
  const accounts = new Map([
    [basic(planner.emailAddress, apiTokens.planner), planner],
    [readerCredential, reader],
  ]);
  const report = (request: string, problems: string[]) => {
    if (problems.length > 0) violations.push({ request, problems });
  };

  const behind: Behind = {
    async arrive(entry, authorization) {
      // OAuth tokens go through Atlassian's gateway.
      entry.path = entry.path.replace(/^\/ex\/jira\/[\w-]+(?=\/)/, "");
      report(`${entry.method} ${entry.path}`, [
        ...(openApi?.request(entry.method, entry.path, entry.bytes ?? entry.body) ?? []),
        ...(checkDocument === undefined ? [] : documentProblems(site, checkDocument, entry.body)),
      ]);
      const asked: (JiraFault | undefined)[] = [];
      for (const hook of requestHooks) asked.push(await hook(entry));
      const fault: JiraFault | undefined = asked.find((one) => one !== undefined) ?? faults.take(entry);
      if (fault?.revoke) accounts.delete(authorization.replace(/^basic /i, ""));
      if (fault !== undefined) struck.set(entry, fault);
      return fault;
    },
    execute: async (entry, headers, text) => execute(entry, headers, text),
    async executed(entry) {
      for (const hook of responseHooks) await hook(entry);
    },
    failed: (request, error) => report(request, [`the stand-in failed: ${error}`]),
    control: (method, path, text) => control(standIn, method, path, text),
    headers: () => ({}),
  };
  const front = await startFront(behind, log);
  const site: JiraSite = {
    url: front.url,
    projects,
    accounts,
    people: [planner, person, ...(options.people ?? [])],
    issues: new Map(),
    hidden: new Set(),
    keys: new Map(),
    index: new Map(),
    links: new Map(),
    attachments: new Map(),
    linkTypes: options.linkTypes ?? [blocks, relates],
    linkingEnabled: true,
    limits: { ...defaultLimits(), ...options.limits },
    nextId: 20_000,
    checkDocument,
    emit: (event) => webhooks.emit(site, event),
  };
  const execute = createExecute(site, (entry) => struck.get(entry));
  const standIn: JiraStandIn = {
    url: front.url,
    email: planner.emailAddress,
    token: apiTokens.planner,
    projectKey: projects[0]?.key ?? "",
    projects,
    accounts,
    people: site.people,
    limits: site.limits,
    faults,
    log,
    violations,
    validating: openApi !== undefined && checkDocument !== undefined,
    onRequest: (hook) => enrol(requestHooks, hook),
    onResponse: (hook) => enrol(responseHooks, hook),
    drift: createDrift(site),
    catchUp: () => catchUp(site),
    setWebhook: webhooks.set,
    deliveries: webhooks.deliveries,
    delivered: webhooks.settled,
    attachments: site.attachments,
    dump: () => dump(site),
    async close() {
      webhooks.set(undefined);
      await front.close();
      await webhooks.settled();
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
