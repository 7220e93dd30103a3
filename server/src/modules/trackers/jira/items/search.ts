import { TrackerError } from "../../tracker.ts";
import { type Fields, fieldsOf, listOf, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import { TooLarge } from "../errors.ts";
import { type Project, requireProject } from "../project/project.ts";
import { property } from "./bulk-fetch.ts";

export interface SearchPage {
  issues: Fields[];
  next: string | null;
}

interface Asked {
  fields?: string[];
  most?: number;
  after?: string | null;
}

/** Returns one page of Jira's search, which lags behind writes and needs a restriction in `jql`. */
export async function search(jira: Jira, jql: string, asked: Asked = {}): Promise<SearchPage> {
  const { fields = ["id"], most = 100, after = null } = asked;
  const token = after === null ? {} : { nextPageToken: after };
  const body = { jql, fields, properties: [property], maxResults: most, ...token };
  try {
    const data = fieldsOf((await jira.call("POST /search/jql", { body })).data);
    const next = textOrNull(data, "nextPageToken");
    return { issues: listOf(data.issues), next: data.isLast === true || next === "" ? null : next };
  } catch (error) {
    if (!(error instanceof TooLarge) || most === 1) throw error;
    return search(jira, jql, { ...asked, most: Math.floor(most / 2) });
  }
}

/** Detects a hidden project, which Jira reports as an invalid query. */
export async function searchProject(
  jira: Jira,
  project: Project,
  jql: string,
  asked?: Asked,
): Promise<SearchPage> {
  try {
    return await search(jira, `project = ${project.id}${jql}`, asked);
  } catch (error) {
    if (error instanceof TrackerError && error.code === "invalid") await requireProject(jira, project);
    throw error;
  }
}

export async function all(page: (asked: Asked) => Promise<SearchPage>): Promise<Fields[]> {
  const found: Fields[] = [];
  for (let after: string | null = null; ; ) {
    const { issues, next } = await page({ after });
    found.push(...issues);
    if (next === null) return found;
    after = next;
  }
}

/** Allowance for clock skew and whole minutes. */
const overlapMinutes = 5;

/** Returns relative minutes: JQL dates are in the account's time zone. */
export function minutesSince(jira: Jira, since: Date): string {
  const minutes = Math.ceil((jira.clock() - since.getTime()) / 60_000);
  return `-${Math.max(0, minutes) + overlapMinutes}m`;
}
