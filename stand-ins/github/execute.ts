import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../common/answers.ts";
import type { LogEntry } from "../common/faults.ts";
import { matchTemplate } from "../common/match-template.ts";
import { issueRoutes } from "./issues/issues.ts";
import { labelRoutes } from "./issues/labels.ts";
import { linkRoutes } from "./links/links.ts";
import { leftOut, refusal } from "./refusals.ts";
import { repositoryRoutes } from "./repositories.ts";
import { type Call, run } from "./routes.ts";
import type { GitHubSite, Grant } from "./site.ts";
import { noticesOf } from "./webhooks/notices.ts";

// Issues precede labels and links: /issues/comments is no issue.
const routes = [...repositoryRoutes, ...issueRoutes, ...labelRoutes, ...linkRoutes];

export type Execute = (entry: LogEntry, headers: IncomingHttpHeaders, text: string) => Promise<Answer>;

/** Executes operations, writes sequentially. Throws `Refusal` for GitHub's errors. */
export function createExecute(site: GitHubSite): Execute {
  let lastWrite: Promise<unknown> = Promise.resolve();
  return async (entry, headers, text) => {
    if (headers["user-agent"] === undefined) throw refusal(403, "Request forbidden by administrative rules.");
    const body = bodyOf(text);
    if (/^\/applications\/[^/]+\/token$/.test(entry.path)) {
      site.tokens.delete(String((body as { access_token?: unknown } | undefined)?.access_token));
      return { status: 204 };
    }
    const grant = grantOf(site, headers.authorization);
    spend(site, 0);
    const call = { method: entry.method, path: entry.path, query: queryOf(entry.path), body, grant };
    if (entry.method === "GET") {
      const answer = conditional(headers, await operate(site, call));
      // A 304 does not count against the hourly limit.
      if (answer.status !== 304) spend(site, 1);
      return answer;
    }
    spend(site, 1);
    const write = lastWrite.then(() => operate(site, call)).then((answer) => announced(site, call, answer));
    lastWrite = write.catch(() => undefined);
    return write;
  };
}

async function operate(site: GitHubSite, call: Omit<Call, "params">): Promise<Answer> {
  const pathname = call.path.split("?")[0] ?? "";
  for (const route of routes) {
    const params = route.method === call.method ? matchTemplate(route.template, pathname) : undefined;
    if (params !== undefined) return run(site, route, { ...call, params });
  }
  throw leftOut(`${call.method} ${pathname}`);
}

async function announced(site: GitHubSite, call: Omit<Call, "params">, answer: Answer): Promise<Answer> {
  if (answer.status < 300 && site.webhooks.hasAny()) {
    const { method, path, body, grant } = call;
    const notices = await noticesOf(site, { method, path, body, answer: answer.body, login: grant.login });
    const [, , owner = "", repo = ""] = path.split("/");
    site.webhooks.send(`${owner}/${repo}`, notices);
  }
  return answer;
}

const queryOf = (path: string) => new URLSearchParams(path.split("?")[1] ?? "");

// Unlike GitHub, the stand-in always requires a token, as its clients have one.
function grantOf(site: GitHubSite, authorization: string | undefined): Grant {
  if (authorization === undefined) throw refusal(401, "Requires authentication");
  const grant = site.tokens.get(authorization.replace(/^(bearer|token) /i, ""));
  if (grant === undefined) throw refusal(401, "Bad credentials");
  return grant;
}

function spend(site: GitHubSite, requests: number): void {
  const now = Math.floor(Date.now() / 1000);
  const { quota } = site;
  if (now >= quota.resetAt) Object.assign(quota, { remaining: quota.limit, resetAt: now + 3600 });
  if (quota.remaining === 0 && requests === 0) throw refusal(403, "API rate limit exceeded");
  quota.remaining = Math.max(0, quota.remaining - requests);
}

function bodyOf(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw refusal(400, "Problems parsing JSON");
  }
}

/** Adds an ETag to successful GETs; answers 304 if the client has it. */
function conditional(headers: IncomingHttpHeaders, answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  const etag = `W/"${createHash("sha256").update(JSON.stringify(answer.body)).digest("hex")}"`;
  if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
}
