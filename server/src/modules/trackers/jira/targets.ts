import type { Targets } from "../tracker.ts";
import { fieldsOf, id, listOf, text } from "./answer.ts";
import type { Jira } from "./client.ts";

const mostPerPage = 100;

/**
 * Lists the projects that issues can be created in, by key. `after` holds where the next page starts, and its size.
 */
export async function listProjects(jira: Jira, after: string | null, limit: number): Promise<Targets> {
  const [startAt = 0, maxResults = Math.min(limit, mostPerPage)] =
    after === null ? [] : after.split("/").map(Number);
  const query = { startAt, maxResults, orderBy: "key", action: "create", status: "live" };
  const { status, data } = await jira.call("GET /project/search", { query, also: 404 });
  if (status === 404) return { targets: [], next: null }; // Jira answers 404 where there is no project.
  const page = fieldsOf(data);
  const found = listOf(page.values);
  const targets = found
    .filter((project) => project.archived !== true && project.deleted !== true)
    .map((project) => {
      const key = text(project, "key");
      const label = `${text(project, "name")} (${key})`;
      const url = `${jira.webUrl}/browse/${encodeURIComponent(key)}`;
      return { id: id(project), label, target: { projectKey: key }, url };
    });
  const isLast = page.isLast === true || found.length === 0;
  return { targets, next: isLast ? null : `${startAt + found.length}/${maxResults}` };
}
