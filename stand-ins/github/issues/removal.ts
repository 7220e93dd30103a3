import { fieldsOf, type JsonObject } from "../../common/answers.ts";
import { type GitHubSite, issueKey, remember } from "../site.ts";
import { commonOf } from "../webhooks/notices.ts";
import { person } from "./person.ts";
import { createdRecord, readIssues } from "./publish.ts";

/** Deletes an issue as an administrator: 410, and no longer listed. */
export async function deleteIssue(site: GitHubSite, repository: string, number: number): Promise<void> {
  const id = idOf(site, repository, number);
  leave(site, repository, number, null);
  await tell(site, repository, "deleted", id, {});
}

/**
 * Transfers an issue under a new number and id: 301, without labels and relations. Returns the new number.
 */
export async function transferIssue(
  site: GitHubSite,
  repository: string,
  number: number,
  target: string,
): Promise<number> {
  const id = idOf(site, repository, number);
  const author = site.issues.get(id)?.author ?? "";
  const [issue] = await readIssues(site, [id], author, false);
  const { title, body } = fieldsOf(issue);
  const reply = await site.upstream.call(author, "POST", `/repos/${target}/issues`, { title, body });
  const record = createdRecord(fieldsOf(reply.body), target, author);
  remember(site, record);
  leave(site, repository, number, `/repos/${target}/issues/${record.number}`);
  const [made] = site.webhooks.hasAny() ? await readIssues(site, [record.id], author, false) : [];
  await tell(site, repository, "transferred", id, { changes: { new_issue: made } });
  return record.number;
}

async function tell(
  site: GitHubSite,
  repository: string,
  action: string,
  id: number,
  more: JsonObject,
): Promise<void> {
  if (!site.webhooks.hasAny()) return;
  const [issue] = await readIssues(site, [id], person, false);
  const payload = { action, issue, ...more, ...commonOf(site, repository, person) };
  site.webhooks.send(repository, [{ event: "issues", payload }]);
}

function leave(site: GitHubSite, repository: string, number: number, place: string | null): void {
  const id = idOf(site, repository, number);
  for (const child of site.subIssues.childrenOf(id)) site.subIssues.remove(id, child);
  site.subIssues.remove(site.subIssues.parentOf(id) ?? 0, id);
  for (const blocker of site.dependencies.blockersOf(id)) site.dependencies.remove(id, blocker);
  for (const blocked of site.dependencies.blockedBy(id)) site.dependencies.remove(blocked, id);
  site.gone.set(issueKey(repository, number), place);
}

function idOf(site: GitHubSite, repository: string, number: number): number {
  const id = site.issueIds.get(issueKey(repository, number));
  if (id === undefined) throw new Error(`there is no ${issueKey(repository, number)}`);
  return id;
}
