import { fieldsOf, isObject, type JsonObject } from "../common/answers.ts";
import { publish } from "./issues/publish.ts";
import { type GitHubSite, issueKey, users } from "./site.ts";

/** An issue's current state for comparisons. Relations are database ids. */
export type Dumped = {
  repository: string;
  number: number;
  id: number;
  title: string;
  body: string | null;
  state: string;
  stateReason: string | null;
  labels: string[];
  assignees: string[];
  author: string;
  parent: number | null;
  subIssues: number[];
  blockedBy: number[];
};

/** Returns issues neither deleted nor transferred, by creation. */
export async function dump(site: GitHubSite): Promise<Dumped[]> {
  const records = [...site.issues.values()].filter(
    (one) => !site.gone.has(issueKey(one.repository, one.number)),
  );
  const repositories = [...new Set(records.map(({ repository }) => repository))];
  const lists = await Promise.all(repositories.map((repository) => readAll(site, repository)));
  const issues = new Map(lists.flat().map((issue) => [issue.id, issue]));
  return records.map(({ id, repository, number, author }) => {
    const issue = issues.get(id);
    if (!issue) throw new Error(`emulate lists no ${issueKey(repository, number)}`);
    return {
      repository,
      number,
      id,
      title: String(issue.title),
      body: issue.body === null ? null : String(issue.body),
      state: String(issue.state),
      stateReason: issue.state_reason === null ? null : String(issue.state_reason),
      labels: namesOf(issue.labels, "name"),
      assignees: namesOf(issue.assignees, "login"),
      author,
      parent: site.subIssues.parentOf(id) ?? null,
      subIssues: [...site.subIssues.childrenOf(id)],
      blockedBy: [...site.dependencies.blockersOf(id)],
    };
  });
}

/** Reads a repository's issues in pages; one by one dominated the time of polling tests. */
async function readAll(site: GitHubSite, repository: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const path = `/repos/${repository}/issues?state=all&per_page=100&page=${page}`;
    const { body } = await site.upstream.call(users[0] ?? "", "GET", path);
    const issues = Array.isArray(body) ? body : [];
    found.push(...issues.map((issue) => publish(site, fieldsOf(issue), false)));
    if (issues.length < 100) return found;
  }
}

function namesOf(list: unknown, name: string): string[] {
  return (Array.isArray(list) ? list : []).map((one) => String(isObject(one) ? fieldsOf(one)[name] : one));
}
