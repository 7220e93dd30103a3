import { type Answer, fieldsOf, type JsonObject } from "../common/answers.ts";
import { paginate } from "./issues/pages.ts";
import { invalid, leftOut, notFound } from "./refusals.ts";
import { answerFrom, type Call, type RepositoryCall, type Route } from "./routes.ts";
import { accessOf, fullName, type GitHubSite, mayBeAssigned, type Repository, users } from "./site.ts";

export const repositoryRoutes: Route[] = [
  { method: "GET", template: "/user", need: "account", handle: user },
  { method: "GET", template: "/user/repos", need: "account", handle: myRepositories },
  { method: "GET", template: "/user/installations", need: "account", handle: installations },
  {
    method: "GET",
    template: "/user/installations/{id}/repositories",
    need: "account",
    handle: installedRepositories,
  },
  { method: "GET", template: "/search/users", need: "account", handle: searchUsers },
  { method: "GET", template: "/users/{username}", need: "account", handle: oneUser },
  {
    method: "GET",
    template: "/repos/{owner}/{repo}/assignees/{assignee}",
    need: "read",
    handle: (_site: GitHubSite, call: RepositoryCall) => {
      if (!mayBeAssigned(call.repo, call.params.assignee ?? "")) throw notFound();
      return { status: 204 };
    },
  },
  { method: "GET", template: "/rate_limit", need: "account", handle: rateLimit },
  {
    method: "GET",
    template: "/repos/{owner}/{repo}",
    need: "read",
    handle: async (site: GitHubSite, call: RepositoryCall) => ({
      status: 200,
      body: await show(site, call.repo, call.grant.login),
    }),
  },
];

async function user(site: GitHubSite, call: Call): Promise<Answer> {
  return answerFrom(await site.upstream.call(call.grant.login, "GET", "/user"));
}

/** Finds addresses that contain the words, as GitHub's search does. */
function searchUsers(site: GitHubSite, { query }: Call): Answer {
  const [, words = ""] = /^(\S+) in:email$/.exec(query.get("q") ?? "") ?? [];
  if (words === "") throw leftOut(`a search for ${query.get("q")}`);
  const found = Object.entries(site.people).flatMap(([login, email], at) =>
    email.toLowerCase().includes(words.toLowerCase()) ? [{ login, id: at + 1, score: 1 }] : [],
  );
  const items = found.slice(0, Number(query.get("per_page") ?? 30));
  return { status: 200, body: { total_count: found.length, incomplete_results: false, items } };
}

function oneUser(site: GitHubSite, { params }: Call): Answer {
  const login = Object.keys(site.people).find((one) => one === params.username);
  if (login === undefined) throw notFound();
  return { status: 200, body: { login, email: site.people[login] ?? null } };
}

/** Combines emulate's data with the front's access and state. */
async function show(site: GitHubSite, repo: Repository, login: string): Promise<JsonObject> {
  const fields = fieldsOf((await site.upstream.call(login, "GET", `/repos/${fullName(repo)}`)).body);
  const access = accessOf(repo, login);
  const push = access === "write" || access === "admin";
  return {
    ...fields,
    owner: { ...ownerLinks(`${site.url}/users/${repo.owner}`), ...fieldsOf(fields.owner) },
    private: repo.private,
    visibility: repo.private ? "private" : "public",
    archived: repo.archived,
    has_issues: repo.hasIssues,
    permissions: { admin: access === "admin", maintain: access === "admin", push, triage: push, pull: true },
    network_count: 0,
    subscribers_count: 0,
  };
}

// emulate omits these from organizations.
function ownerLinks(url: string): JsonObject {
  return {
    gravatar_id: "",
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    received_events_url: `${url}/received_events`,
  };
}

const affiliations = ["owner", "collaborator", "organization_member"];

function affiliation(repo: Repository, login: string): string {
  if (repo.owner === login) return "owner";
  return users.includes(repo.owner) ? "collaborator" : "organization_member";
}

/** Leaves out merely public repositories. */
async function myRepositories(site: GitHubSite, call: Call): Promise<Answer> {
  const { query, grant } = call;
  const type = query.get("type") ?? "all";
  if (query.has("type") && (query.has("visibility") || query.has("affiliation")))
    throw invalid("Repository", "type", "invalid", "type excludes visibility and affiliation");
  for (const name of ["since", "before"])
    if (query.has(name)) throw leftOut(`listing repositories by ${name}`);
  const visibility = query.get("visibility") ?? (type === "public" || type === "private" ? type : "all");
  const wanted = (query.get("affiliation") ?? affiliations.join(",")).split(",");
  const mine = site.repositories.filter((repo) => {
    const part = affiliation(repo, grant.login);
    if ((repo.access[grant.login] ?? "none") === "none" || !wanted.includes(part)) return false;
    if (type === "owner" || type === "member") return (part === "owner") === (type === "owner");
    return visibility === "all" || repo.private === (visibility === "private");
  });
  const shown = await Promise.all(mine.map((repo) => show(site, repo, grant.login)));
  const sort = query.get("sort") ?? "full_name";
  const key = sort === "full_name" ? sort : `${sort}_at`;
  shown.sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
  if ((query.get("direction") ?? (sort === "full_name" ? "asc" : "desc")) === "desc") shown.reverse();
  const { items, headers } = paginate(shown, query, `${site.url}/user/repos`);
  return { status: 200, body: items, headers };
}

function rateLimit(site: GitHubSite): Answer {
  const { limit, remaining, resetAt } = site.quota;
  const rate = { limit, remaining, reset: resetAt, used: limit - remaining };
  return { status: 200, body: { resources: { core: rate, search: rate }, rate } };
}

/** Lists a user's installations; refuses OAuth app tokens. */
function installations(site: GitHubSite): Answer {
  if (site.installations.length === 0)
    return {
      status: 403,
      body: { message: "You must authenticate with an access token authorized to a GitHub App" },
    };
  const list = site.installations.map((login, at) => ({ id: at + 1, account: { login } }));
  return { status: 200, body: { total_count: list.length, installations: list } };
}

async function installedRepositories(site: GitHubSite, call: Call): Promise<Answer> {
  const owner = site.installations[Number(call.params.id) - 1];
  const there = site.repositories.filter((repo) => repo.owner === owner && call.grant.login in repo.access);
  const shown = await Promise.all(there.map((repo) => show(site, repo, call.grant.login)));
  return { status: 200, body: { total_count: shown.length, repositories: shown } };
}
