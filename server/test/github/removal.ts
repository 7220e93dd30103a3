import { fieldsOf } from "./answers.ts";
import { createdRecord, readIssues } from "./publish.ts";
import { issueKey, remember, type Site } from "./site.ts";

/** Takes an issue away as an administrator would: 410 from now on, and no longer listed. */
export function deleteIssue(site: Site, repository: string, number: number): void {
  leave(site, repository, number, null);
}

/**
 * Moves an issue to another repository, under a new number and id: 301 from now on. Labels and relations stay
 * behind. Returns the new number.
 */
export async function transferIssue(
  site: Site,
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
  return record.number;
}

function leave(site: Site, repository: string, number: number, place: string | null): void {
  const id = idOf(site, repository, number);
  for (const child of site.subIssues.childrenOf(id)) site.subIssues.remove(id, child);
  site.subIssues.remove(site.subIssues.parentOf(id) ?? 0, id);
  for (const blocker of site.dependencies.blockersOf(id)) site.dependencies.remove(id, blocker);
  for (const blocked of site.dependencies.blockedBy(id)) site.dependencies.remove(blocked, id);
  site.gone.set(issueKey(repository, number), place);
}

function idOf(site: Site, repository: string, number: number): number {
  const id = site.issueIds.get(issueKey(repository, number));
  if (id === undefined) throw new Error(`there is no ${issueKey(repository, number)}`);
  return id;
}
