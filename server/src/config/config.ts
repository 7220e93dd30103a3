import ipaddr from "ipaddr.js";
import { ConfigError } from "./config-error.ts";
import { dataFolder } from "./data-folder.ts";
import { type OidcSettings, oidcSettings } from "./oidc.ts";
import { type OutboundProxy, outboundProxy } from "./outbound-proxy.ts";
import { type AllowPrivateNetwork, allowPrivateNetwork } from "./private-network.ts";
import { type TraceSettings, traceSettings } from "./traces.ts";
import { type VendorSettings, vendorSettings } from "./vendors.ts";

/** The checked environment, read once and passed down. */
export interface Config {
  host: string;
  port: number;
  /**
   * The base of links, issuer and invites, which never come from a request's `Host`. Null: the address that the service
   * listens on.
   */
  publicUrl: string | null;
  /** The base of public links to prototypes, on a host of their own; null: they are on the service's. */
  prototypeUrl: string | null;
  dataDir: string;
  /** True when a setting names the place of the database. */
  isDatabaseLocationSet: boolean;
  /** PostgreSQL's address; null for the embedded SQLite. */
  databaseUrl: string | null;
  secretKey: string | null;
  /** The requests per minute of a credential; an address without a credential has a tenth of it. */
  rateLimit: number;
  trustedProxies: string[];
  shutdownSeconds: number;
  archiveDays: number;
  /** The most bytes of files and context sources of a workspace; null for no limit. */
  workspaceBytes: number | null;
  /** True for all private networks but metadata addresses, false for none, else exactly those listed. */
  allowPrivateNetwork: AllowPrivateNetwork;
  /** The proxy that calls to other services go through; null where they are direct. */
  outboundProxy: OutboundProxy | null;
  /** The names of settings of the environment that nothing reads. */
  unknownSettings: readonly string[];
  /**
   * The addresses of trackers that replace their vendors' own, by the id of the connector (`GROUNDPLAN_<ID>_API_URL`).
   * They are set by the operator, so they are trusted.
   */
  trackerUrls: Readonly<Record<string, string>>;
  /** As which client people sign in to vendors from here. */
  vendors: VendorSettings;
  /** The mail server, and the address that mails come from; null where none is set. */
  mail: { url: string; from: string } | null;
  /** The OpenID Connect issuer that people can sign in with; null where none is set. */
  oidc: OidcSettings | null;
  logLevel: string;
  jobPollMs: number;
  jobLeaseSeconds: number;
  /** The time that a push request waits for its push. */
  pushWaitMs: number;
  /** The time after an unknown outcome from which a tracker is believed when it does not show the item. */
  pushSettleMs: number;
  /** The seconds between two polls of a tracker. With 0 each run of the polling job, once a minute, asks it. */
  trackerPollSeconds: number;
  /** The time that a receiver of webhooks has for its answer. */
  webhookTimeoutMs: number;
  /** The time that an MCP server has for a whole probe, and the time that a tool has for its answer. */
  mcpProbeMs: number;
  mcpCallMs: number;
  /** The address at which metrics are read; null where they are off. */
  metrics: { host: string; port: number } | null;
  /** The address to which traces are sent; null where they are off. */
  traces: TraceSettings | null;
}

type Environment = Record<string, string | undefined>;

/** The settings of the command line, which may stand in the same environment. */
const ofCommandLine = ["GROUNDPLAN_URL", "GROUNDPLAN_API_KEY", "GROUNDPLAN_PROJECT"];

/** Reads the environment, and notes which of our names in it nothing has asked for. */
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
    allowPrivateNetwork: allowPrivateNetwork(text(env, "GROUNDPLAN_ALLOW_PRIVATE_NETWORK")),
    outboundProxy: outboundProxy((name) => text(env, name)),
    trackerUrls: trackerUrls(env),
    vendors: vendorSettings(
      Object.keys(env),
      (name) => text(env, name),
      (name) => url(env, name, ["http:", "https:"]),
    ),
    mail: mail(env),
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

/** Reads a text. An empty value counts as unset: compose files and unit files leave such values behind. */
function text(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

/** Reads the trackers' addresses by their names in lower case; which trackers exist is not known here. */
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

/** Reads the polling interval. The polling job runs once a minute, so a shorter interval would not be kept. */
function pollSeconds(env: Environment, name: string): number {
  const seconds = number(env, name, 300, 0, 86_400);
  if (seconds > 0 && seconds < 60)
    throw new ConfigError(
      `${name} is "${seconds}". Set it to a whole number from 60 to 86400, or leave it out for 300.`,
    );
  return seconds;
}

/** Reads where metrics are read, which is never the public port. */
function metrics(env: Environment): Config["metrics"] {
  const name = "GROUNDPLAN_METRICS_PORT";
  const port = wholeNumber(env, name, 0, 65_535, "to switch metrics off");
  const host = text(env, "GROUNDPLAN_METRICS_HOST") ?? "127.0.0.1";
  if (port === null) return null;
  if (port !== 0 && port === number(env, "PORT", 4500, 0, 65_535))
    throw new ConfigError(`${name} is the service's own port. Set it to another one, such as 9464.`);
  return { host, port };
}

/** Reads the address of prototypes, which has a host that is not the service's: that one would answer nothing else. */
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

/** Reads an address of a host alone, and returns it as clients write it: in lower case, without a usual port. */
function origin(env: Environment, name: string, example: string): string | null {
  const value = url(env, name, ["http:", "https:"]);
  if (value === null) return null;
  if (new URL(value).pathname !== "/" || /[?#@]/.test(value))
    throw new ConfigError(`${name} has more than a host. Set it to an address such as ${example}.`);
  return new URL(value).origin;
}

/** Reads the mail server and the address that mails come from, such as `Plans <plans@example.com>`. */
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

/** Reads IP addresses, each with a prefix length where it is a network. */
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

/** Reads an address. The message does not repeat the value: a database's address holds its password. */
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
