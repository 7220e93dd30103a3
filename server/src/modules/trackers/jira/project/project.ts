import { TrackerError } from "../../tracker.ts";
import { fieldsOf, id, partOf, text } from "../answer.ts";
import type { Jira } from "../client.ts";

export interface Project {
  id: string;
  /** Renamed projects are also found by old keys. */
  key: string;
}

/** Throws if the project is missing, archived or read-only. */
export async function readProject(
  jira: Jira,
  target: string,
): Promise<{ project: Project; mayLink: boolean; now: Date }> {
  const { data, now } = await jira.call("GET /project/{key}", { in: { key: target } }).catch((error) => {
    const isHidden = error instanceof TrackerError && error.code === "missing";
    throw isHidden ? refused(`Jira shows no project ${target} to the connected account.`) : error;
  });
  const found = fieldsOf(data);
  const project = { id: id(found), key: text(found, "key") };
  if (found.archived === true) throw refused(`${target} is archived in Jira.`);
  if (found.deleted === true) throw refused(`${target} is in Jira's bin.`);
  const may = await readRights(jira, project);
  if (!(may("BROWSE_PROJECTS") && may("CREATE_ISSUES") && may("EDIT_ISSUES"))) {
    throw refused(`The connected account may not make and edit issues in ${target}.`);
  }
  return { project, mayLink: may("LINK_ISSUES"), now };
}

async function readRights(jira: Jira, project: Project): Promise<(right: string) => boolean> {
  const permissions = "BROWSE_PROJECTS,CREATE_ISSUES,EDIT_ISSUES,LINK_ISSUES";
  const { data } = await jira.call("GET /mypermissions", { query: { projectId: project.id, permissions } });
  const rights = partOf(fieldsOf(data), "permissions");
  return (right) => partOf(rights, right).havePermission === true;
}

const refused = (message: string) => new TrackerError("refused", "access", message);

/** Throws `access` if the project is hidden: missing issues may be hidden, too. */
export async function requireProject(jira: Jira, project: Project): Promise<void> {
  const shown = await jira.call("GET /project/{key}", { in: { key: project.id }, also: 404 });
  if (shown.status === 404) {
    throw refused(`Jira no longer shows the project ${project.key} to the connected account.`);
  }
}
