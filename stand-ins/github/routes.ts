import type { Answer } from "../common/answers.ts";
import { notFound, refusal } from "./refusals.ts";
import {
  accessOf,
  findRepository,
  fullName,
  type GitHubSite,
  type Grant,
  issueKey,
  type Repository,
} from "./site.ts";

/** An authenticated request. `path` includes the query; `params` by template name. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  grant: Grant;
  params: Record<string, string>;
};

/** A call below `/repos/{owner}/{repo}`. `push`: the caller may do more than read and open issues. */
export type RepositoryCall = Call & { repo: Repository; push: boolean };

/** The access required by a route: none, read, reader's writes (issues, comments), or push. */
type Need = "account" | "read" | "contribute" | "push";

export type Route = { method: string; template: string } & (
  | { need: "account"; handle: (site: GitHubSite, call: Call) => Answer | Promise<Answer> }
  | {
      need: Exclude<Need, "account">;
      handle: (site: GitHubSite, call: RepositoryCall) => Answer | Promise<Answer>;
    }
);

/** Runs a route after the checks common to a repository's paths. Throws `Refusal`. */
export function run(site: GitHubSite, route: Route, call: Call): Answer | Promise<Answer> {
  if (route.need === "account") return route.handle(site, call);
  const repo = findRepository(site, `${call.params.owner}/${call.params.repo}`);
  const access = repo === undefined ? "none" : accessOf(repo, call.grant.login);
  if (repo === undefined || access === "none") throw notFound();
  if (route.template.includes("/issues") && !repo.hasIssues)
    throw refusal(410, "Issues are disabled for this repo");
  if (call.params.issue_number !== undefined)
    refuseGone(site, fullName(repo), Number(call.params.issue_number));
  const push = access !== "read";
  if (route.need !== "read") {
    if (call.grant.readOnly) throw refusal(403, "Resource not accessible by personal access token");
    if (repo.archived) throw refusal(403, "Repository was archived so is read-only.");
    if (route.need === "push" && !push) throw refusal(403, "Must have push access to repository");
  }
  return route.handle(site, { ...call, repo, push });
}

// OpenAPI, "Get an issue": 301 if transferred, 410 if deleted in a readable repository.
function refuseGone(site: GitHubSite, repository: string, number: number): void {
  const place = site.gone.get(issueKey(repository, number));
  if (place === null) throw refusal(410, "This issue was deleted");
  if (place !== undefined)
    throw refusal(301, "Moved Permanently", { headers: { location: site.url + place } });
}

/** Relays a repository call to `emulate`, with its spelling of owner and name. */
export async function relay(
  site: GitHubSite,
  call: RepositoryCall,
  body: unknown = call.body,
): Promise<Answer> {
  const path = call.path.replace(/^\/repos\/[^/]+\/[^/?]+/, `/repos/${fullName(call.repo)}`);
  return answerFrom(await site.upstream.call(call.grant.login, call.method, path, body));
}

export function answerFrom(reply: { status: number; body: unknown; link: string | null }): Answer {
  return {
    status: reply.status,
    ...(reply.body === undefined ? {} : { body: reply.body }),
    ...(reply.link === null ? {} : { headers: { link: reply.link } }),
  };
}
