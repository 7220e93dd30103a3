import { type Answer, Refusal } from "./answers.ts";
import { edit } from "./issues.ts";
import { findRepository, type Site } from "./site.ts";

/** The changes that a person makes in GitHub's pages, with the OpenAPI's names. */
export type Changes = {
  title?: string;
  body?: string;
  state?: "open" | "closed";
  state_reason?: "completed" | "not_planned" | "duplicate" | "reopened";
  labels?: string[];
};

/** The account that edits: it may push, and is not the token's. */
export const person = "reader";

/** Edits, closes or reopens past all faults, limits and the log, whatever the person's access. */
export async function editAsPerson(
  site: Site,
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
