import { type Answer, Refusal } from "../../common/answers.ts";
import { findRepository, type GitHubSite } from "../site.ts";
import { edit } from "./issues.ts";

/** A user's changes in GitHub's pages, with the OpenAPI's names. */
export type Changes = {
  title?: string;
  body?: string;
  state?: "open" | "closed";
  state_reason?: "completed" | "not_planned" | "duplicate" | "reopened";
  labels?: string[];
  assignees?: string[];
};

/** The editing account: it may push, and isn't the token's. */
export const person = "reader";

/** Edits, closes or reopens, bypassing faults, limits, log and access. */
export async function editAsPerson(
  site: GitHubSite,
  repository: string,
  number: number,
  changes: Changes,
): Promise<Answer> {
  const repo = findRepository(site, repository);
  if (repo === undefined) throw new Error(`there is no repository ${repository}`);
  const [owner = "", name = ""] = repository.split("/");
  const answer = await edit(site, {
    method: "PATCH",
    path: `/repos/${owner}/${name}/issues/${number}`,
    query: new URLSearchParams(),
    body: changes,
    grant: { login: person },
    params: { owner, repo: name, issue_number: String(number) },
    repo,
    push: true,
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? new Error(JSON.stringify(error.answer)) : error;
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}
