import { type Checked, type Targets, TrackerError } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { type Fields, fieldsOf, hasNextPage, listOf, number, text } from "./read.ts";

export interface Place {
  owner: string;
  repo: string;
}

export function placeOf(fullName: string): Place {
  const [owner = "", repo = ""] = fullName.split("/");
  return { owner, repo };
}

/** A repository that is not there, archived, without issues or without the right to write is refused. */
export async function checkRepository(github: GitHub, target: string): Promise<Checked & { place: Place }> {
  const answer = await github("GET /repos/{owner}/{repo}", { ...placeOf(target) }).catch((error) => {
    const hidden = error instanceof TrackerError && error.code === "missing";
    throw hidden ? refused(`GitHub shows no repository ${target} to the connected account.`) : error;
  });
  const repository = fieldsOf(answer.data);
  if (repository.archived === true) throw refused(`${target} is archived on GitHub.`);
  if (repository.has_issues === false) throw refused(`Issues are switched off in ${target}.`);
  if (!mayWrite(repository)) throw refused(`The connected account may not write to ${target}.`);
  const now = new Date(Date.parse(String(answer.headers.date)) || Date.now());
  return { place: placeOf(text(repository, "full_name")), isPublic: repository.private === false, now };
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
