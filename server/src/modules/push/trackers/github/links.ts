import { type External, TrackerError } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { fieldsOf, hasNextPage, listOf } from "./read.ts";
import type { Place } from "./repositories.ts";

/*
 * GitHub names the issue of the address by its number and the other one by its id. What is there already is
 * refused as not valid, like a limit that is reached: only a look tells.
 */

const subIssues = "/repos/{owner}/{repo}/issues/{issue_number}/sub_issues";
const blockedBy = "/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by";

export async function linkChild(
  github: GitHub,
  place: Place,
  child: External,
  parent: External,
): Promise<void> {
  const sent = {
    ...place,
    issue_number: parent.number,
    sub_issue_id: Number(child.id),
    replace_parent: true,
  };
  await unlessThere(
    () => github(`POST ${subIssues}`, sent),
    async () => (await parentId(github, place, child)) === parent.id,
    `GitHub does not take ${child.key} under ${parent.key}; it allows 100 sub-issues for each issue, 8 levels deep.`,
  );
}

export async function unlinkChild(
  github: GitHub,
  place: Place,
  child: External,
  parent: External,
): Promise<void> {
  const sent = { ...place, issue_number: parent.number, sub_issue_id: Number(child.id) };
  await unlessThere(
    () => github("DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue", sent),
    async () => (await parentId(github, place, child)) !== parent.id,
    `GitHub does not take ${child.key} out from under ${parent.key}.`,
  );
}

export async function linkNeed(
  github: GitHub,
  place: Place,
  issue: External,
  needed: External,
): Promise<void> {
  const sent = { ...place, issue_number: issue.number, issue_id: Number(needed.id) };
  await unlessThere(
    () => github(`POST ${blockedBy}`, sent),
    () => isBlockedBy(github, place, issue, needed),
    `GitHub does not take ${needed.key} as blocking ${issue.key}; it allows 50 such issues for each.`,
  );
}

export async function unlinkNeed(
  github: GitHub,
  place: Place,
  issue: External,
  needed: External,
): Promise<void> {
  const sent = { ...place, issue_number: issue.number, issue_id: Number(needed.id) };
  await unlessThere(
    () => github(`DELETE ${blockedBy}/{issue_id}`, sent),
    async () => !(await isBlockedBy(github, place, issue, needed)),
    `GitHub does not end that ${needed.key} blocks ${issue.key}.`,
  );
}

async function unlessThere(write: () => Promise<unknown>, isDone: () => Promise<boolean>, sentence: string) {
  try {
    await write();
  } catch (error) {
    const looked = error instanceof TrackerError && (error.code === "invalid" || error.code === "missing");
    if (!looked) throw error;
    if (await isDone()) return;
    throw error.code === "missing" ? error : new TrackerError("refused", "invalid", sentence);
  }
}

async function parentId(github: GitHub, place: Place, child: External): Promise<string | null> {
  try {
    const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/parent";
    return String(fieldsOf((await github(route, { ...place, issue_number: child.number })).data).id);
  } catch (error) {
    if (error instanceof TrackerError && error.code === "missing") return null;
    throw error;
  }
}

async function isBlockedBy(
  github: GitHub,
  place: Place,
  issue: External,
  needed: External,
): Promise<boolean> {
  for (let page = 1; ; page++) {
    const query = { ...place, issue_number: issue.number, per_page: 100, page };
    const answer = await github(`GET ${blockedBy}`, query);
    if (listOf(answer.data).some((blocking) => String(blocking.id) === needed.id)) return true;
    if (!hasNextPage(answer.headers.link)) return false;
  }
}
