import type { Seen, SeenStatus } from "../tracker.ts";
import { withoutEnding } from "./ending.ts";
import { type Fields, fieldsOf, number, text, textOrNothing } from "./read.ts";

/** An issue with `issueParts`. */
export function seenIssue(issue: Fields): Seen {
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
    shut: shutOf(issue, key),
    updatedAt: text(issue, "updatedAt"),
  };
}

/** A project with `projectParts`. People call it by its name. */
export function seenProject(project: Fields): Seen {
  const key = text(project, "name");
  return {
    external: { id: text(project, "id"), number: null, key, url: text(project, "url") },
    fields: { title: key, text: withoutEnding(textOrNothing(project, "content"), "container"), effort: "" },
    status: statusOf(text(fieldsOf(project.status), "type")),
    shut: shutOf(project, key),
    updatedAt: text(project, "updatedAt"),
  };
}

/** The types of states and of projects' statuses. A new one counts as to do. */
const statuses: Readonly<Record<string, SeenStatus>> = {
  started: "IN_PROGRESS",
  paused: "IN_PROGRESS",
  completed: "DONE",
  canceled: "CANCELLED",
  duplicate: "CANCELLED",
};

const statusOf = (type: string): SeenStatus => statuses[type] ?? "TODO";

/** Deleted by a person, for 30 days. */
export const isTrashed = (thing: Fields) => thing.trashed === true;

function shutOf(thing: Fields, key: string): string | null {
  if (isTrashed(thing)) return `${key} is in Linear's bin.`;
  return typeof thing.archivedAt === "string" ? `${key} is archived in Linear.` : null;
}
