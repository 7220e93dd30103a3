import { noDetails, type RemoteItem, type RemoteStatus } from "../../tracker.ts";
import { type Fields, fieldsOf, number, text, textOrNothing } from "../answer.ts";
import { withoutEnding } from "../text/ending.ts";

export function remoteIssueOf(issue: Fields): RemoteItem {
  const key = text(issue, "identifier");
  const estimate = issue.estimate === null ? "" : String(number(issue, "estimate"));
  return {
    external: { id: text(issue, "id"), number: number(issue, "number"), key, url: text(issue, "url") },
    fields: {
      title: text(issue, "title"),
      text: withoutEnding(textOrNothing(issue, "description"), "item"),
      effort: estimate,
    },
    status: statusOf(text(fieldsOf(issue.state), "type")),
    details: {
      assignee: issue.assignee === null ? "" : text(fieldsOf(issue.assignee), "id"),
      priority: String(number(issue, "priority") || ""),
      dueDate: textOrNothing(issue, "dueDate"),
      labels: Array.isArray(issue.labelIds) ? issue.labelIds.map(String) : [],
    },
    readOnlyReason: shutOf(issue, key),
    updatedAt: text(issue, "updatedAt"),
  };
}

/** Uses the name as key. */
export function remoteProjectOf(project: Fields): RemoteItem {
  const key = text(project, "name");
  return {
    external: { id: text(project, "id"), number: null, key, url: text(project, "url") },
    fields: { title: key, text: withoutEnding(textOrNothing(project, "content"), "container"), effort: "" },
    status: statusOf(text(fieldsOf(project.status), "type")),
    details: noDetails,
    readOnlyReason: shutOf(project, key),
    updatedAt: text(project, "updatedAt"),
  };
}

/** Unknown types count as to do. */
const statuses: Readonly<Record<string, RemoteStatus>> = {
  started: "IN_PROGRESS",
  paused: "IN_PROGRESS",
  completed: "DONE",
  canceled: "CANCELLED",
  duplicate: "CANCELLED",
};

const statusOf = (type: string): RemoteStatus => statuses[type] ?? "TODO";

/** Recognizes deleted items, which Linear keeps for 30 days. */
export const isTrashed = (resource: Fields) => resource.trashed === true;

function shutOf(resource: Fields, key: string): string | null {
  if (isTrashed(resource)) return `${key} is in Linear's bin.`;
  return typeof resource.archivedAt === "string" ? `${key} is archived in Linear.` : null;
}
