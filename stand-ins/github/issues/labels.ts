import { type Answer, isObject, type JsonObject } from "../../common/answers.ts";
import { invalid, requestFields } from "../refusals.ts";
import { type RepositoryCall, type Route, relay } from "../routes.ts";
import { fullName, type GitHubSite } from "../site.ts";

const labels = "/repos/{owner}/{repo}/labels";
const milestones = "/repos/{owner}/{repo}/milestones";
const ofIssue = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

export const labelRoutes: Route[] = [
  { method: "GET", template: labels, need: "read", handle: relay },
  { method: "POST", template: labels, need: "push", handle: createLabel },
  { method: "GET", template: `${labels}/{name}`, need: "read", handle: named },
  { method: "PATCH", template: `${labels}/{name}`, need: "push", handle: named },
  { method: "DELETE", template: `${labels}/{name}`, need: "push", handle: named },
  { method: "GET", template: ofIssue, need: "read", handle: relay },
  { method: "POST", template: ofIssue, need: "push", handle: labelIssue },
  { method: "PUT", template: ofIssue, need: "push", handle: labelIssue },
  { method: "DELETE", template: ofIssue, need: "push", handle: relay },
  { method: "DELETE", template: `${ofIssue}/{name}`, need: "push", handle: named },
  { method: "GET", template: milestones, need: "read", handle: relay },
  { method: "POST", template: milestones, need: "push", handle: relay },
  { method: "GET", template: `${milestones}/{milestone_number}`, need: "read", handle: relay },
  { method: "PATCH", template: `${milestones}/{milestone_number}`, need: "push", handle: relay },
];

/** Returns names from any form in the OpenAPI: `["a"]`, `[{name: "a"}]`, `{labels: [...]}`. Throws 422. */
export function labelNames(given: unknown): string[] {
  const list = isObject(given) ? given.labels : given;
  if (!Array.isArray(list)) throw invalid("Label", "labels", "invalid");
  return list.map((item) => {
    const name = isObject(item) ? item.name : item;
    if (typeof name !== "string" || name.trim() === "") throw invalid("Label", "name", "missing_field");
    return name;
  });
}

/** Throws 422 for a name longer than 50 characters. */
export function refuseLabelNames(names: string[]): void {
  if (names.some((name) => name.length > 50))
    throw invalid("Label", "name", "custom", "name is too long (maximum is 50 characters)");
}

/** Returns the repository's spelling of names: GitHub's labels are case-insensitive, emulate's aren't. */
export async function lookUpLabels(
  site: GitHubSite,
  call: RepositoryCall,
  names: string[],
): Promise<string[]> {
  const known = new Map((await allLabels(site, call)).map((name) => [name.toLowerCase(), name]));
  for (const name of names) if (!known.has(name.toLowerCase())) known.set(name.toLowerCase(), name);
  return names.map((name) => known.get(name.toLowerCase()) ?? name);
}

async function allLabels(site: GitHubSite, call: RepositoryCall, page = 1): Promise<string[]> {
  const path = `/repos/${fullName(call.repo)}/labels?per_page=100&page=${page}`;
  const { body } = await site.upstream.call(call.grant.login, "GET", path);
  const names = (Array.isArray(body) ? body : []).map((label) => String(label.name));
  return names.length < 100 ? names : [...names, ...(await allLabels(site, call, page + 1))];
}

async function createLabel(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const fields = requestFields(call.body);
  const [name = ""] = labelNames([fields.name]);
  refuseLabelNames([name]);
  refuseLook(fields);
  const taken = (await allLabels(site, call)).some((other) => other.toLowerCase() === name.toLowerCase());
  if (taken) throw invalid("Label", "name", "already_exists");
  return relay(site, call);
}

function refuseLook({ color, description }: JsonObject): void {
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(String(color)))
    throw invalid("Label", "color", "invalid");
  if (typeof description === "string" && description.length > 100)
    throw invalid("Label", "description", "custom", "description is too long (maximum is 100 characters)");
}

async function labelIssue(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const names = labelNames(call.body);
  refuseLabelNames(names);
  return relay(site, call, { labels: await lookUpLabels(site, call, names) });
}

/** Handles paths that end with a label's name. */
async function named(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const [name = ""] = await lookUpLabels(site, call, [call.params.name ?? ""]);
  if (call.method === "PATCH") refuseLook(requestFields(call.body));
  return relay(site, { ...call, path: call.path.replace(/[^/]+$/, encodeURIComponent(name)) });
}
