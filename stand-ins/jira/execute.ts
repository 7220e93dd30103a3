import type { IncomingHttpHeaders } from "node:http";
import { type Answer, isObject } from "../common/answers.ts";
import type { LogEntry } from "../common/faults.ts";
import { matchTemplate } from "../common/match-template.ts";
import type { JiraFault } from "./faults.ts";
import { attachmentRoutes, fileOf } from "./issues/attachments.ts";
import { createRoutes } from "./issues/create.ts";
import { issueRoutes } from "./issues/issues.ts";
import { createLimiter } from "./issues/limits.ts";
import { linkRoutes } from "./issues/links.ts";
import { api } from "./issues/present.ts";
import { propertyRoutes } from "./issues/properties.ts";
import { transitionRoutes } from "./issues/transitions.ts";
import { accountRoutes } from "./projects/account.ts";
import { projectRoutes } from "./projects/projects.ts";
import { bad, JiraRefusal, leftOut } from "./refusals.ts";
import type { Route } from "./routes.ts";
import { searchRoutes } from "./search/search.ts";
import type { JiraAccount, JiraSite } from "./site.ts";

// Literal paths precede parameters, such as /project/search and /issue/bulkfetch.
const routes: Route[] = [
  ...accountRoutes,
  ...projectRoutes,
  ...createRoutes,
  ...issueRoutes,
  ...propertyRoutes,
  ...transitionRoutes,
  ...linkRoutes,
  ...attachmentRoutes,
  ...searchRoutes,
];

export type Execute = (entry: LogEntry, headers: IncomingHttpHeaders, text: string) => Answer;

/** Executes operations atomically. */
export function createExecute(site: JiraSite, faultOf: (entry: LogEntry) => JiraFault | undefined): Execute {
  const limiter = createLimiter(site.limits);
  return (entry, headers, text) => {
    const account = accountOf(site, headers.authorization);
    const pathname = entry.path.split("?")[0] ?? "";
    const { route, params } = find(entry.method, pathname);
    const limitHeaders = limiter.call(entry.method, `${entry.method} ${route.template}`);
    const raw = bodyOf(headers, text);
    const answer = route.handle(site, {
      method: entry.method,
      path: entry.path,
      query: new URLSearchParams(entry.path.split("?")[1] ?? ""),
      body: isObject(raw) ? raw : {},
      raw,
      file: fileOf(entry),
      account,
      params,
      fault: faultOf(entry),
      writes: limiter.writes,
    });
    return { ...answer, headers: { ...limitHeaders, ...answer.headers } };
  };
}

function find(method: string, pathname: string): { route: Route; params: Record<string, string> } {
  for (const route of routes) {
    const params = route.method === method ? matchTemplate(api + route.template, pathname) : undefined;
    if (params !== undefined) return { route, params };
  }
  throw leftOut(`${method} ${pathname}`);
}

// Unlike Jira, the stand-in has nothing public.
function accountOf(site: JiraSite, authorization: string | undefined): JiraAccount {
  const [, scheme = "", credential = ""] = /^(basic|bearer) (.+)$/i.exec(authorization ?? "") ?? [];
  const name = scheme.toLowerCase() === "bearer" ? `bearer ${credential}` : credential;
  const account = site.accounts.get(name);
  if (account === undefined)
    throw new JiraRefusal(
      401,
      ["Client must be authenticated to access this resource."],
      {},
      { "x-seraph-loginreason": "AUTHENTICATED_FAILED", "www-authenticate": 'OAuth realm="JIRA"' },
    );
  return account;
}

function bodyOf(headers: IncomingHttpHeaders, text: string): unknown {
  if (text === "") return undefined;
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    throw new JiraRefusal(415, ["Unsupported Media Type"]);
  try {
    return JSON.parse(text);
  } catch {
    throw bad("There was an error parsing JSON. Check that your request body is valid.");
  }
}
