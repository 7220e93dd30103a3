import { oneLine } from "../../text.ts";
import { TrackerError } from "../../tracker.ts";
import { type Fields, id, listOf, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import type { Project } from "./project.ts";

export interface IssueType {
  id: string;
  /** In the site's language; nothing secret. */
  name: string;
}

export interface Types {
  epic: IssueType | null;
  task: IssueType;
  subTask: IssueType | null;
}

const perPage = 200;
/** Jira's limit. */
const longestName = 60;

/** Distinguishes types by level, as names are arbitrary. */
export async function readTypes(jira: Jira, project: Project): Promise<Types> {
  const found: Fields[] = [];
  for (;;) {
    const { data } = await jira.call("GET /issue/createmeta/{project}/issuetypes", {
      in: { project: project.id },
      query: { startAt: found.length, maxResults: perPage },
    });
    const page = listOf(data?.issueTypes ?? data?.createMetaIssueType);
    found.push(...page);
    if (page.length === 0 || found.length >= Number(data?.total ?? 0)) break;
  }
  const tasks = found.filter((type) => levelOf(type) === 0);
  const task = named(tasks, "task") ?? named(tasks, "story") ?? tasks[0];
  if (!task) {
    const message = `The project ${project.key} has no type of issue that the connected account may make.`;
    throw new TrackerError("refused", "access", message);
  }
  const epics = found.filter((type) => levelOf(type) === 1);
  const epic = named(epics, "epic") ?? epics[0];
  const subTask = found.find((type) => levelOf(type) === -1);
  return { epic: epic ? typeOf(epic) : null, task: typeOf(task), subTask: subTask ? typeOf(subTask) : null };
}

/** Returns 1 for epics, 0 for tasks, -1 for sub-tasks. Older projects only mark sub-tasks. */
export function levelOf(type: Fields): number {
  if (typeof type.hierarchyLevel === "number") return type.hierarchyLevel;
  if (type.subtask === true) return -1;
  return textOrNull(type, "name") === "Epic" ? 1 : 0;
}

const named = (types: Fields[], name: string) =>
  types.find((type) => textOrNull(type, "name")?.toLowerCase() === name);

function typeOf(type: Fields): IssueType {
  const name = oneLine(textOrNull(type, "name") ?? "");
  return { id: id(type), name: name !== "" && name.length <= longestName ? name : `Type ${id(type)}` };
}
