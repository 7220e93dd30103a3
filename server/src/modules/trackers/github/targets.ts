import type { Targets } from "../tracker.ts";
import { hasNextPage, listOf, number, text } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { mayWrite } from "./repository.ts";

const mostPerPage = 100;

/** Lists in stable creation order; an installation's come in GitHub's. `after` is `page/size`. */
export async function listRepositories(
  github: GitHub,
  after: string | null,
  limit: number,
  installation?: string,
): Promise<Targets> {
  const [page = 1, size = Math.min(limit, mostPerPage)] = after === null ? [] : after.split("/").map(Number);
  const paged = { per_page: size, page };
  const { data, headers } =
    installation === undefined
      ? await github("GET /user/repos", { sort: "created", direction: "asc", ...paged })
      : await github("GET /user/installations/{installation}/repositories", { installation, ...paged });
  const all = installation === undefined ? data : (data as { repositories?: unknown }).repositories;
  const open = listOf(all).filter(
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
