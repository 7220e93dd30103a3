import ipaddr from "ipaddr.js";
import { ConfigError } from "./config-error.ts";
import { dataFolder } from "./data-folder.ts";
import { type ModelSettings, modelSettings } from "./model.ts";
import { type OidcSettings, oidcSettings } from "./oidc.ts";
import { type OutboundProxy, outboundProxy } from "./outbound-proxy.ts";
import { type AllowPrivateNetwork, allowPrivateNetwork } from "./private-network.ts";
import { type TraceSettings, traceSettings } from "./traces.ts";
import { type VendorSettings, vendorSettings } from "./vendors.ts";

/** The validated environment, read once and passed down. */
export interface Config {
  host: string;
  port: number;
  /** Base of links, issuer and invites, never derived from `Host`. Null: the listening address. */
  publicUrl: string | null;
  /** Base of prototype links, on a separate host; null: the service's. */
  prototypeUrl: string | null;
  dataDir: string;
  /** True if a setting names the database's location. */
  isDatabaseLocationSet: boolean;
  /** PostgreSQL's address; null for embedded SQLite. */
  databaseUrl: string | null;
  secretKey: string | null;
  /** Requests per minute of a credential; anonymous addresses get a tenth. */
  rateLimit: number;
  trustedProxies: string[];
  shutdownSeconds: number;
  archiveDays: number;
  /** Claims that a workspace may hold at a time. */
  maxClaims: number;
  /** Bytes of a workspace's files and context sources; null for no limit. */
  workspaceBytes: number | null;
  /** True for all private networks except metadata addresses, false for none, otherwise the listed ones. */
  allowPrivateNetwork: AllowPrivateNetwork;
  /** Proxy of outgoing calls, if any. */
  outboundProxy: OutboundProxy | null;
  /** Unknown `GROUNDPLAN_` settings in the environment. */
  unknownSettings: readonly string[];
  /**
   * Replacements of trackers' addresses by connector id (`GROUNDPLAN_<ID>_API_URL`), trusted as the
   * operator's.
   */
  trackerUrls: Readonly<Record<string, string>>;
  /** OAuth clients registered with vendors. */
  vendors: VendorSettings;
  /** Mail server and sender, if any. */
  mail: { url: string; from: string } | null;
  /** Language models. */
  models: ModelSettings;
  /** OpenID Connect issuer for sign-ins, if any. */
  oidc: OidcSettings | null;
  logLevel: string;
  jobPollMs: number;
  jobLeaseSeconds: number;
  /** How long a push request waits for its push. */
  pushWaitMs: number;
  /** Time after an unknown outcome until a tracker's missing item is believed. */
  pushSettleMs: number;
  /** Seconds between polls of a tracker. 0 polls with every run of the job, once a minute. */
  trackerPollSeconds: number;
  /** Timeout of webhook receivers. */
  webhookTimeoutMs: number;
  /** Timeouts of an MCP probe and of a tool call. */
  mcpProbeMs: number;
  mcpCallMs: number;
  /** Address of the metrics; null if off. */
  metrics: { host: string; port: number } | null;
  /** Trace collector; null if off. */
  traces: TraceSettings | null;
}

type Environment = Record<string, string | undefined>;

/** The command line's settings, which may share the environment. */
const ofCommandLine = ["GROUNDPLAN_URL", "GROUNDPLAN_API_KEY", "GROUNDPLAN_PROJECT"];

/** Reads the environment and records unread names of ours. */
export function readConfig(env: Environment): Config {
  const asked = new Set(ofCommandLine);
  const noting = new Proxy(env, {
    get(target, name) {
      if (typeof name !== "string") return undefined;
      asked.add(name);
      return target[name];
    },
  });
  const settings = readSettings(noting);
  const isUnknown = (name: string) => name.startsWith("GROUNDPLAN_") && !asked.has(name);
  return Object.assign(settings, { unknownSettings: Object.keys(env).filter(isUnknown) });
}

function readSettings(env: Environment): Omit<Config, "unknownSettings"> {
  return {
    host: text(env, "HOST") ?? "127.0.0.1",
    port: number(env, "PORT", 4500, 0, 65_535),
    publicUrl: origin(env, "GROUNDPLAN_PUBLIC_URL", "https://plans.example.com"),
    prototypeUrl: prototypeUrl(env),
    dataDir: dataFolder(env),
    isDatabaseLocationSet: (text(env, "GROUNDPLAN_DATA_DIR") ?? text(env, "DATABASE_URL")) !== null,
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    secretKey: text(env, "GROUNDPLAN_SECRET_KEY"),
    rateLimit: number(env, "GROUNDPLAN_RATE_LIMIT", 600, 1, 1e9),
    trustedProxies: addresses(env, "GROUNDPLAN_TRUSTED_PROXIES"),
    shutdownSeconds: number(env, "GROUNDPLAN_SHUTDOWN_SECONDS", 10, 0, 3600),
    workspaceBytes: wholeNumber(
      ...([env, "GROUNDPLAN_WORKSPACE_BYTES", 1, Number.MAX_SAFE_INTEGER, "for no limit"] as const),
    ),
    archiveDays: number(env, "GROUNDPLAN_ARCHIVE_DAYS", 30, 0, 36_500),
    maxClaims: number(env, "GROUNDPLAN_MAX_CLAIMS", 2000, 1, 1_000_000),
    allowPrivateNetwork: allowPrivateNetwork(text(env, "GROUNDPLAN_ALLOW_PRIVATE_NETWORK")),
    outboundProxy: outboundProxy((name) => text(env, name)),
    trackerUrls: trackerUrls(env),
    vendors: vendorSettings(
      Object.keys(env),
      (name) => text(env, name),
      (name) => url(env, name, ["http:", "https:"]),
    ),
    mail: mail(env),
    models: modelSettings((name) => text(env, name)),
    oidc: oidcSettings((name) => text(env, name)),
    logLevel: oneOf(env, "GROUNDPLAN_LOG_LEVEL", ["silent", "error", "warn", "info", "debug"], "info"),
    jobPollMs: number(env, "GROUNDPLAN_JOB_POLL_MS", 1000, 10, 60_000),
    jobLeaseSeconds: number(env, "GROUNDPLAN_JOB_LEASE_SECONDS", 30, 1, 3600),
    pushWaitMs: number(env, "GROUNDPLAN_PUSH_WAIT_MS", 25_000, 0, 60_000),
    trackerPollSeconds: pollSeconds(env, "GROUNDPLAN_TRACKER_POLL_SECONDS"),
    webhookTimeoutMs: number(env, "GROUNDPLAN_WEBHOOK_TIMEOUT_MS", 15_000, 100, 60_000),
    mcpProbeMs: number(env, "GROUNDPLAN_MCP_PROBE_MS", 10_000, 100, 30_000),
    mcpCallMs: number(env, "GROUNDPLAN_MCP_CALL_MS", 30_000, 100, 30_000),
    metrics: metrics(env),
    traces: traceSettings((name) => text(env, name)),
    pushSettleMs: number(env, "GROUNDPLAN_PUSH_SETTLE_MS", 60_000, 0, 3_600_000),
  };
}

/** Reads a text. Empty counts as unset, as in compose and unit files. */
function text(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

/** Reads tracker addresses by lower-case name; existing trackers are unknown here. */
function trackerUrls(env: Environment): Record<string, string> {
  const found = Object.keys(env).flatMap((setting) => {
    const name = /^GROUNDPLAN_([A-Z\d]+)_API_URL$/.exec(setting)?.[1];
    const value = name === undefined ? null : url(env, setting, ["http:", "https:"]);
    return name === undefined || value === null ? [] : [[name.toLowerCase(), value] as const];
  });
  return Object.fromEntries(found);
}

function number(env: Environment, name: string, fallback: number, min: number, max: number): number {
  return wholeNumber(env, name, min, max, `for ${fallback}`) ?? fallback;
}

function wholeNumber(
  env: Environment,
  name: string,
  min: number,
  max: number,
  without: string,
): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < min || parsed > max) {
    throw new ConfigError(
      `${name} is ${JSON.stringify(value)}. Set it to a whole number from ${min} to ${max}, or leave it out ${without}.`,
    );
  }
  return parsed;
}

/** Reads the polling interval, at least the job's one minute. */
function pollSeconds(env: Environment, name: string): number {
  const seconds = number(env, name, 300, 0, 86_400);
  if (seconds > 0 && seconds < 60)
    throw new ConfigError(
      `${name} is "${seconds}". Set it to a whole number from 60 to 86400, or leave it out for 300.`,
    );
  return seconds;
}

/** Reads the metrics address, which is never the public port. */
function metrics(env: Environment): Config["metrics"] {
  const name = "GROUNDPLAN_METRICS_PORT";
  const port = wholeNumber(env, name, 0, 65_535, "to switch metrics off");
  const host = text(env, "GROUNDPLAN_METRICS_HOST") ?? "127.0.0.1";
  if (port === null) return null;
  if (port !== 0 && port === number(env, "PORT", 4500, 0, 65_535))
    throw new ConfigError(`${name} is the service's own port. Set it to another one, such as 9464.`);
  return { host, port };
}

/** Reads the prototypes' address, whose host must differ from the service's, as it answers nothing else. */
function prototypeUrl(env: Environment): string | null {
  const name = "GROUNDPLAN_PROTOTYPE_URL";
  const value = origin(env, name, "https://prototypes.example.com");
  if (value === null) return null;
  const service = origin(env, "GROUNDPLAN_PUBLIC_URL", "https://plans.example.com");
  if (service !== null && new URL(service).host === new URL(value).host)
    throw new ConfigError(
      `${name} has the host of GROUNDPLAN_PUBLIC_URL. Give it another one, or leave it out.`,
    );
  return value;
}

/** Reads an origin, normalized to lower case without default port. */
function origin(env: Environment, name: string, example: string): string | null {
  const value = url(env, name, ["http:", "https:"]);
  if (value === null) return null;
  if (new URL(value).pathname !== "/" || /[?#@]/.test(value))
    throw new ConfigError(`${name} has more than a host. Set it to an address such as ${example}.`);
  return new URL(value).origin;
}

/** Reads the mail server and a sender such as `Plans <plans@example.com>`. */
function mail(env: Environment): Config["mail"] {
  const server = url(env, "GROUNDPLAN_SMTP_URL", ["smtp:", "smtps:"]);
  const from = text(env, "GROUNDPLAN_SMTP_FROM");
  if (server === null && from === null) return null;
  if (server === null || from === null)
    throw new ConfigError(
      "GROUNDPLAN_SMTP_URL and GROUNDPLAN_SMTP_FROM belong together. Set both, or leave both out.",
    );
  if (!/^([^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(from))
    throw new ConfigError(
      `GROUNDPLAN_SMTP_FROM is ${JSON.stringify(from)}. Set it to an address, or to a name with an address: Plans <plans@example.com>.`,
    );
  return { url: server, from };
}

function oneOf(env: Environment, name: string, allowed: string[], fallback: string): string {
  const value = text(env, name) ?? fallback;
  if (!allowed.includes(value))
    throw new ConfigError(`${name} is ${JSON.stringify(value)}. Set it to one of ${allowed.join(", ")}.`);
  return value;
}

/** Reads IP addresses and CIDR networks. */
function addresses(env: Environment, name: string): string[] {
  const entries = (text(env, name) ?? "").split(",").flatMap((entry) => entry.trim() || []);
  for (const entry of entries) {
    if (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)) continue;
    throw new ConfigError(
      `${name} holds ${JSON.stringify(entry)}. List IP addresses or networks such as 10.0.0.0/8.`,
    );
  }
  return entries;
}

/** Reads an address. Errors don't repeat it, since it may contain a password. */
function url(env: Environment, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = URL.parse(value);
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} is not an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}. Correct it, or leave it out.`,
    );
  }
  return value.replace(/\/+$/, "");
}
