import { createFaults, type Fault, type Faults, type LogEntry } from "../common/faults.ts";
import { type Behind, startFront } from "../common/front.ts";
import { control } from "./control.ts";
import { createDrift, type Drift } from "./drift.ts";
import { type Dumped, dump } from "./dump.ts";
import { createInspect, type Inspected } from "./graphql/documents.ts";
import { executeGraphQL, grantOf } from "./graphql/execute.ts";
import { loadSchema } from "./graphql/schema.ts";
import { isUpload, takeUpload } from "./issues/files.ts";
import { type Quota, quotaHeaders } from "./quota.ts";
import type { Grant, RateLimits, Unknowns, UploadedFile } from "./site.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";
import { createSite, tokens, type WorldOptions } from "./world.ts";

export type Options = WorldOptions & {
  /** False forces the project's own schema subset. */
  published?: boolean;
};

/** A request as tests see it. `operations`: root fields such as `issueBatchCreate`. */
export type Logged = LogEntry & { operations?: string[]; complexity?: number };

/** A request that is invalid by Linear's schema, or unsupported by the stand-in. */
export type Violation = { request: string; problems: string[] };

/** Runs before a request; may return a fault. */
export type RequestHook = (entry: Logged) => Fault | undefined | Promise<Fault | undefined>;

/** Runs after a request, before its answer leaves. */
export type ResponseHook = (entry: Logged) => void | Promise<void>;

export type LinearStandIn = {
  /** The base address without a trailing slash. */
  url: string;
  /** An admin's API key, sent bare. */
  token: string;
  /** The main team's key and id. */
  teamKey: string;
  teamId: string;
  /** Mutable at any time; a deleted one gets 401. */
  tokens: Map<string, Grant>;
  quota: Quota;
  limits: RateLimits;
  unknowns: Unknowns;
  /** A rule's `path` is matched with `/graphql` and the operations: `{ path: "issueCreate" }`. */
  faults: Faults;
  log: Logged[];
  violations: Violation[];
  /** False without the shared schema. */
  validating: boolean;
  drift: Drift;
  /** Uploaded files by asset URL. */
  files: ReadonlyMap<string, UploadedFile>;
  webhooks: Webhooks;
  /** Returns the unsubscribe function, like `onResponse`. */
  onRequest(hook: RequestHook): () => void;
  onResponse(hook: ResponseHook): () => void;
  dump(): Dumped;
  close(): Promise<void>;
};

const ofUpload = { operations: [], complexity: 0, problems: [] };

/** Starts an in-memory Linear workspace that executes Linear's schema and injects faults. */
export async function startLinear(options: Options = {}): Promise<LinearStandIn> {
  const { schema, validating } = loadSchema(options.published);
  const inspect = createInspect(schema);
  const inspections = new WeakMap<LogEntry, Inspected>();
  const log: Logged[] = [];
  const violations: Violation[] = [];
  const requestHooks = new Set<RequestHook>();
  const responseHooks = new Set<ResponseHook>();
  const faults = createFaults();
  const site = createSite(options, (change) => webhooks.changed(change));
  const webhooks = createWebhooks(site);
  const report = (entry: Logged, problems: string[]) => {
    const request = `${entry.method} ${entry.path} ${entry.operations?.join(" ") ?? ""}`.trim();
    if (problems.length > 0) violations.push({ request, problems });
  };
  const seen = (entry: LogEntry): Inspected => {
    const inspected = inspections.get(entry) ?? inspect(entry.body);
    inspections.set(entry, inspected);
    return inspected;
  };

  const behind: Behind = {
    async arrive(entry: Logged, authorization) {
      const { operations, complexity, problems } = isUpload(entry) ? ofUpload : seen(entry);
      Object.assign(entry, { operations, complexity });
      report(entry, problems);
      const bearer = authorization.replace(/^Bearer /, "");
      if (bearer !== authorization && site.tokens.get(bearer)?.kind === "key")
        report(entry, ['an API key is sent without "Bearer"']);
      const asked: (Fault | undefined)[] = [];
      for (const hook of requestHooks) asked.push(await hook(entry));
      const path = [entry.path, ...operations].join(" ");
      const fault = asked.find((one) => one !== undefined) ?? faults.take({ ...entry, path });
      if (fault?.revoke && grantOf(site, authorization)) site.tokens.delete(bearer);
      return fault;
    },
    execute: async (entry, headers) =>
      isUpload(entry)
        ? takeUpload(site, entry)
        : executeGraphQL(
            site,
            schema,
            { method: entry.method, path: entry.path, headers, inspected: seen(entry) },
            (problems) => report(entry, problems),
          ),
    async executed(entry) {
      for (const hook of responseHooks) await hook(entry);
    },
    failed: (request, error) => violations.push({ request, problems: [`the stand-in failed: ${error}`] }),
    control: (method, path, text) => control(standIn, method, path, text),
    headers: () => quotaHeaders(site.quota),
  };
  const front = await startFront(behind, log);
  site.url = front.url;
  const [main] = site.teams.values();
  const standIn: LinearStandIn = {
    url: front.url,
    token: tokens.planner,
    teamKey: main?.key ?? "",
    teamId: main?.id ?? "",
    tokens: site.tokens,
    quota: site.quota,
    limits: site.limits,
    unknowns: site.unknowns,
    faults,
    log,
    violations,
    validating,
    drift: createDrift(site),
    webhooks,
    onRequest: (hook) => enrol(requestHooks, hook),
    onResponse: (hook) => enrol(responseHooks, hook),
    files: site.files,
    dump: () => dump(site),
    async close() {
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
