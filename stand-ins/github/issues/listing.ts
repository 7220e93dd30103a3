import type { Answer } from "../../common/answers.ts";
import { invalid, leftOut } from "../refusals.ts";
import { answerFrom, type RepositoryCall } from "../routes.ts";
import { fullName, type GitHubSite, issueKey, users } from "../site.ts";
import type { Reply } from "../upstream.ts";
import { lookUpLabels } from "./labels.ts";
import { publish } from "./publish.ts";

const choices: Record<string, string[]> = {
  state: ["open", "closed", "all"],
  sort: ["created", "updated", "comments"],
  direction: ["asc", "desc"],
};

export async function list(site: GitHubSite, call: RepositoryCall): Promise<Answer> {
  const query = new URLSearchParams(call.query);
  for (const [name, allowed] of Object.entries(choices)) {
    const value = query.get(name);
    if (value !== null && !allowed.includes(value)) throw invalid("Issue", name, "invalid");
  }
  for (const name of ["mentioned", "type", "issue_field_values"])
    if (query.has(name)) throw leftOut(`listing issues by ${name}`);
  const since = query.get("since");
  if (since !== null) query.set("since", instant(since));
  const creator = query.get("creator");
  if (creator !== null)
    query.set("creator", users.find((login) => login === creator.toLowerCase()) ?? creator);
  const labels = query.get("labels");
  if (labels !== null) query.set("labels", (await lookUpLabels(site, call, labels.split(","))).join(","));
  const path = `/repos/${fullName(call.repo)}/issues?${query}`;
  return publishedList(site, call, await site.upstream.call(call.grant.login, "GET", path));
}

// emulate compares times as text with milliseconds, so "since" needs them too.
function instant(since: string): string {
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) throw invalid("Issue", "since", "invalid");
  return time.toISOString();
}

function publishedList(site: GitHubSite, call: RepositoryCall, reply: Reply): Answer {
  const answer = answerFrom(reply);
  if (!Array.isArray(reply.body)) return answer;
  const there = reply.body.filter((raw) => !site.gone.has(issueKey(fullName(call.repo), raw.number)));
  return { ...answer, body: there.map((raw) => publish(site, raw, false)) };
}
