import { type Checked, type External, type Targets, TrackerError } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { type Fields, fieldsOf, hasNextPage, listOf, number, text } from "./read.ts";

export interface Place {
  owner: string;
  repo: string;
}

export function placeOf(fullName: string): Place {
  const [owner = "", repo = ""] = fullName.split("/");
  return { owner, repo };
}

/** A target as it is known here, and where it is now: a repository that was renamed keeps its old name here. */
export interface Home {
  target: string;
  place: Place;
}

/** How calls name an issue. */
export type IssueAddress = Place & { issue_number: number };

export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** An issue is where its key says, which is another repository once it was transferred. */
export function addressOf({ target, place }: Home, { key, number: known }: External): IssueAddress {
  const [name = "", number] = key.split("#");
  return { ...(isSame(name, target) ? place : placeOf(name)), issue_number: known ?? Number(number) };
}

/** Where an issue is by GitHub's answer. */
export function addressIn(issue: Fields): IssueAddress {
  const [owner = "", repo = ""] = text(issue, "repository_url").split("/").slice(-2);
  return { owner, repo, issue_number: number(issue, "number") };
}

/** A repository that is not there, archived, without issues or without the right to write is refused. */
export async function checkRepository(github: GitHub, target: string): Promise<Checked & { place: Place }> {
  const { repository, headers } = await seeRepository(github, target, placeOf(target));
  if (repository.archived === true) throw refused(`${target} is archived on GitHub.`);
  if (!mayWrite(repository)) throw refused(`The connected account may not write to ${target}.`);
  const now = new Date(Date.parse(String(headers.date)) || Date.now());
  const place = placeOf(text(repository, "full_name"));
  return { place, isPublic: repository.private === false, now, caveats: [] };
}

/** Throws `access` where its issues can't be seen, which is no reason to believe that they were deleted. */
export async function seeRepository(github: GitHub, target: string, place: Place) {
  const answer = await github("GET /repos/{owner}/{repo}", { ...place }).catch((error) => {
    const hidden = isRefused(error, ["missing"]);
    throw hidden ? refused(`GitHub shows no repository ${target} to the connected account.`) : error;
  });
  const repository = fieldsOf(answer.data);
  if (repository.has_issues === false) throw refused(`Issues are switched off in ${target}.`);
  return { repository, headers: answer.headers };
}

const refused = (message: string) => new TrackerError("refused", "access", message);

/** Sub-issues and texts take the right to push or to triage. Where GitHub doesn't tell, the first call will. */
function mayWrite({ permissions }: Fields): boolean {
  if (typeof permissions !== "object" || permissions === null) return true;
  const { push, triage } = permissions as Fields;
  return push === true || triage === true;
}

const mostPerPage = 100;

/** By creation, so that pages hold still. `after` is `page/size`. */
export async function listRepositories(
  github: GitHub,
  after: string | null,
  limit: number,
): Promise<Targets> {
  const [page = 1, size = Math.min(limit, mostPerPage)] = after === null ? [] : after.split("/").map(Number);
  const query = { sort: "created", direction: "asc", per_page: size, page };
  const { data, headers } = await github("GET /user/repos", query);
  const open = listOf(data).filter(
    (one) => one.archived !== true && one.has_issues !== false && mayWrite(one),
  );
  const targets = open.map((one) => ({
    id: String(number(one, "id")),
    label: text(one, "full_name"),
    target: { repository: text(one, "full_name") },
    url: text(one, "html_url"),
  }));
  return { targets, next: hasNextPage(headers.link) ? `${page + 1}/${size}` : null };
}
