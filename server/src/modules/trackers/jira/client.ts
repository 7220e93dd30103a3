import { version } from "@groundplan/contract";
import { isErrorStatus } from "../../../outbound/telling-errors.ts";
import { type Services, TrackerError } from "../tracker.ts";
import { type Fields, objectIn, unreadable } from "./answer.ts";
import { errorOf, notAnswered } from "./errors.ts";
import { isCloud, learnFrom, limitedBy, limitOf, requests } from "./limits.ts";

export interface Call {
  /** Values of the route's `{names}`. */
  in?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** A multipart body instead. */
  form?: FormData;
  /** For Jira's limit of writes per issue. */
  issues?: string[];
  /** An expected status besides 2xx. */
  also?: number;
}

export interface JiraAnswer {
  status: number;
  /** Null if empty. */
  data: Fields | null;
  /** By Jira's clock. */
  now: Date;
}

/** Jira's REST API on one site with one credential, without retries. */
export interface Jira {
  baseUrl: string;
  /** The address for browsers. */
  webUrl: string;
  /** Calls `METHOD /path` below `/rest/api/3`. Throws `TrackerError`. */
  call(route: string, call?: Call): Promise<JiraAnswer>;
  /** Checks for access without a credential. */
  isShownToAll(path: string): Promise<boolean>;
  /** Returns Jira's time from its last answer. */
  clock(): number;
  /** A cache; nothing secret. */
  fieldNames: Map<string, string>;
}

const readTimeoutMs = 10_000;

/** Includes searches sent as POST. */
const isRead = (route: string) => /^GET |bulkfetch$|\/search\/jql$/.test(route);

export function createClient(services: Services): Jira {
  const { baseUrl, webUrl = baseUrl, fetch, secret, account, governor } = services;
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`;
  const userAgent = `groundplan/${version}`;
  const cloud = isCloud(baseUrl);
  const fieldNames = new Map<string, string>();
  let aheadMs = 0;
  /** End times by issue. */
  const pauses = new Map<string, number>();

  return {
    baseUrl,
    webUrl,
    fieldNames,
    clock: () => Date.now() + aheadMs,
    async call(route, call = {}) {
      if (account === null) throw withoutAccount;
      const limit = limitOf(route, cloud);
      await governor.take(requests);
      await governor.take(limit);
      for (const issue of call.issues ?? []) refuseWhilePaused(pauses.get(issue));
      const { response, body } = await exchange(route, call);
      const now = Date.parse(response.headers.get("date") ?? "") || Date.now();
      aheadMs = now - Date.now();
      await learnFrom(governor, limit, response);
      if (response.ok || response.status === call.also) return answerOf(response, body, new Date(now));
      const error = errorOf(response.status, response.headers, readable(response, body), fieldNames);
      if (response.status === 429 && limitedBy(response.headers) === "issue") {
        const until = Date.now() + (error.retryAfterSeconds ?? 0) * 1000;
        for (const issue of call.issues ?? []) pauses.set(issue, until);
      }
      throw error;
    },
    async isShownToAll(path) {
      await governor.take(requests);
      const url = `${webUrl}/rest/api/3${path}`;
      const headers = { accept: "application/json", "user-agent": userAgent };
      const signal = AbortSignal.timeout(readTimeoutMs);
      try {
        const isError = () => false; // A private site refuses.
        const response = await fetch(url, { headers, signal, redirect: "manual", isError });
        return response.status === 200 && readable(response, await response.text()) !== null;
      } catch (error) {
        throw notAnswered(error);
      }
    },
  };

  async function exchange(
    route: string,
    { body, form, ...call }: Call,
  ): Promise<{ response: Response; body: string }> {
    const [method = "", path = ""] = route.split(" ");
    const headers = {
      accept: "application/json",
      authorization,
      "user-agent": userAgent,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      // Jira takes uploads for a page of its own without it.
      ...(form === undefined ? {} : { "x-atlassian-token": "no-check" }),
    };
    try {
      const response = await fetch(`${baseUrl}/rest/api/3${addressOf(path, call)}`, {
        method,
        headers,
        // A write could land elsewhere.
        redirect: "manual",
        isError: (status) => status !== call.also && isErrorStatus(status),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: form }),
        ...(isRead(route) ? { signal: AbortSignal.timeout(readTimeoutMs) } : {}),
      });
      return { response, body: await response.text() };
    } catch (error) {
      throw notAnswered(error);
    }
  }
}

const withoutAccount = new TrackerError(
  "refused",
  "credential",
  "Jira needs the e-mail that goes with the API token.",
);

function addressOf(path: string, { in: values = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function refuseWhilePaused(until = 0): void {
  const seconds = Math.ceil((until - Date.now()) / 1000);
  if (seconds <= 0) return;
  throw new TrackerError("not_executed", "limited", "Jira asked to slow down with this issue.", seconds);
}

function answerOf(response: Response, body: string, now: Date): JiraAnswer {
  if (body.trim() === "") return { status: response.status, data: null, now };
  const data = readable(response, body);
  if (data === null) throw unreadable();
  return { status: response.status, data, now };
}

/** Returns null if the body isn't Jira's, such as a proxy's HTML page; a list as `values`. */
function readable(response: Response, body: string): Fields | null {
  if (body.trim() === "") return response.status >= 300 && response.status < 400 ? null : {};
  if (/html/i.test(response.headers.get("content-type") ?? "")) return null;
  return objectIn(body.trimStart().startsWith("[") ? `{"values":${body}}` : body);
}
