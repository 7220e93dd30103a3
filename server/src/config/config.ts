import { resolve } from "node:path";
import ipaddr from "ipaddr.js";

/** The checked environment, read once and passed down. */
export interface Config {
  host: string;
  port: number;
  /** Links, issuer and invites are built from it, never from a request's `Host`. Null: where it listens. */
  publicUrl: string | null;
  dataDir: string;
  /** PostgreSQL's address; null for the embedded SQLite. */
  databaseUrl: string | null;
  secretKey: string | null;
  /** Requests a minute per credential; a tenth of it per address without one. */
  rateLimit: number;
  trustedProxies: string[];
  shutdownSeconds: number;
  archiveDays: number;
  allowPrivateNetwork: boolean;
  /** Other addresses of the trackers than their vendors'; set by the operator, so trusted. */
  linearApiUrl: string | null;
  jiraApiUrl: string | null;
  githubApiUrl: string | null;
  logLevel: string;
  jobPollMs: number;
  jobLeaseSeconds: number;
  /** How long a push request waits for its push. */
  pushWaitMs: number;
  /** How long after an unknown outcome a tracker is believed when it shows nothing. */
  pushSettleMs: number;
  /** How often a tracker is asked what changed there. */
  trackerPollSeconds: number;
}

/** A setting that can't work: one sentence that says what to do. Ends the start. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment): Config {
  return {
    host: text(env, "HOST") ?? "127.0.0.1",
    port: number(env, "PORT", 4500, 0, 65_535),
    publicUrl: url(env, "GROUNDPLAN_PUBLIC_URL", ["http:", "https:"]),
    dataDir: resolve(text(env, "GROUNDPLAN_DATA_DIR") ?? "data"),
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    secretKey: text(env, "GROUNDPLAN_SECRET_KEY"),
    rateLimit: number(env, "GROUNDPLAN_RATE_LIMIT", 600, 1, 1e9),
    trustedProxies: addresses(env, "GROUNDPLAN_TRUSTED_PROXIES"),
    shutdownSeconds: number(env, "GROUNDPLAN_SHUTDOWN_SECONDS", 10, 0, 3600),
    archiveDays: number(env, "GROUNDPLAN_ARCHIVE_DAYS", 30, 0, 36_500),
    allowPrivateNetwork: text(env, "GROUNDPLAN_ALLOW_PRIVATE_NETWORK") === "1",
    linearApiUrl: url(env, "GROUNDPLAN_LINEAR_API_URL", ["http:", "https:"]),
    jiraApiUrl: url(env, "GROUNDPLAN_JIRA_API_URL", ["http:", "https:"]),
    githubApiUrl: url(env, "GROUNDPLAN_GITHUB_API_URL", ["http:", "https:"]),
    logLevel: oneOf(env, "GROUNDPLAN_LOG_LEVEL", ["silent", "error", "warn", "info", "debug"], "info"),
    jobPollMs: number(env, "GROUNDPLAN_JOB_POLL_MS", 1000, 10, 60_000),
    jobLeaseSeconds: number(env, "GROUNDPLAN_JOB_LEASE_SECONDS", 30, 1, 3600),
    pushWaitMs: number(env, "GROUNDPLAN_PUSH_WAIT_MS", 25_000, 0, 60_000),
    trackerPollSeconds: number(env, "GROUNDPLAN_TRACKER_POLL_SECONDS", 300, 0, 86_400),
    pushSettleMs: number(env, "GROUNDPLAN_PUSH_SETTLE_MS", 60_000, 0, 3_600_000),
  };
}

/** An empty value counts as none: compose files and unit files leave such behind. */
function text(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

function number(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < min || parsed > max) {
    throw new ConfigError(
      `${name} is ${JSON.stringify(value)}. Set it to a whole number from ${min} to ${max}, or leave it out for ${fallback}.`,
    );
  }
  return parsed;
}

function oneOf(env: Environment, name: string, allowed: string[], fallback: string): string {
  const value = text(env, name) ?? fallback;
  if (!allowed.includes(value))
    throw new ConfigError(`${name} is ${JSON.stringify(value)}. Set it to one of ${allowed.join(", ")}.`);
  return value;
}

/** IP addresses, with a prefix length where a network is meant. */
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

/** The value is not repeated in the message: a database's address holds its password. */
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
