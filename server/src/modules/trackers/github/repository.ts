import { type ExternalRef, TrackerError } from "../tracker.ts";
import { type Fields, fieldsOf, number, text } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";

export interface Repository {
  owner: string;
  repo: string;
}

export function repositoryOf(fullName: string): Repository {
  const [owner = "", repo = ""] = fullName.split("/");
  return { owner, repo };
}

/** A target's stored name, and its location after renames. */
export interface Home {
  target: string;
  repository: Repository;
}

export const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

export type IssueAddress = Repository & { issue_number: number };

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Uses the key, which names another repository after a transfer. */
export function addressOf({ target, repository }: Home, { key, number: known }: ExternalRef): IssueAddress {
  const [name = "", number] = key.split("#");
  return {
    ...(isSame(name, target) ? repository : repositoryOf(name)),
    issue_number: known ?? Number(number),
  };
}

export function addressIn(issue: Fields): IssueAddress {
  const [owner = "", repo = ""] = text(issue, "repository_url").split("/").slice(-2);
  return { owner, repo, issue_number: number(issue, "number") };
}

/** Throws `access` for a hidden repository, so that its issues don't count as deleted. */
export async function readRepository(github: GitHub, target: string, current: Repository) {
  const answer = await github("GET /repos/{owner}/{repo}", { ...current }).catch((error) => {
    const hidden = isRefused(error, ["missing"]);
    throw hidden ? refused(`GitHub shows no repository ${target} to the connected account.`) : error;
  });
  const repository = fieldsOf(answer.data);
  if (repository.has_issues === false) throw refused(`Issues are switched off in ${target}.`);
  return { repository, headers: answer.headers };
}

export const refused = (message: string) => new TrackerError("refused", "access", message);

/** Requires push or triage for sub-issues and texts, unless GitHub doesn't tell. */
export function mayWrite({ permissions }: Fields): boolean {
  if (typeof permissions !== "object" || permissions === null) return true;
  const { push, triage } = permissions as Fields;
  return push === true || triage === true;
}
