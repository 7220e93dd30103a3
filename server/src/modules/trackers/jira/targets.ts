import type { Targets } from "../tracker.ts";
import { fieldsOf, id, listOf, text } from "./answer.ts";
import type { Jira } from "./client.ts";

const mostPerPage = 100;

/** Lists projects open to new issues. `after` is `startAt/size`. */
export async function listProjects(jira: Jira, after: string | null, limit: number): Promise<Targets> {
  const [startAt = 0, maxResults = Math.min(limit, mostPerPage)] =
    after === null ? [] : after.split("/").map(Number);
  const query = { startAt, maxResults, orderBy: "key", action: "create", status: "live" };
  const { status, data } = await jira.call("GET /project/search", { query, also: 404 });
  if (status === 404) return { targets: [], next: null }; // Jira answers 404 if there is no project.
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

const mostPages = 20;

/** Includes archived projects; null if too many. */
export async function readKeys(jira: Jira): Promise<ReadonlySet<string> | null> {
  const keys = new Set<string>();
  for (let page = 0, startAt = 0; page < mostPages; page++) {
    const query = { startAt, maxResults: mostPerPage, orderBy: "key", status: "live,archived" };
    const { status, data } = await jira.call("GET /project/search", { query, also: 404 });
    if (status === 404) return keys; // Jira answers 404 if there is no project.
    const answer = fieldsOf(data);
    const found = listOf(answer.values);
    for (const project of found) keys.add(text(project, "key").toUpperCase());
    startAt += found.length;
    if (answer.isLast === true || found.length === 0) return keys;
  }
  return null;
}
