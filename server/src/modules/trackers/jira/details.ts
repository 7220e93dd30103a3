import { pooled } from "../concurrent.ts";
import type {
  Change,
  DetailWrites,
  FoundPerson,
  Item,
  ItemPart,
  RemoteDetails,
  SingleDetail,
  Term,
} from "../tracker.ts";
import { type Fields, listOf, partOf, textOrNull } from "./answer.ts";
import type { Jira } from "./client.ts";
import { kindOf } from "./items/hierarchy.ts";
import type { Screen } from "./project/create-fields.ts";
import type { Layout } from "./project/schema.ts";

const mostShown = 50;

/** Searches the project's assignable users by e-mail, which accounts may hide. */
export const findPeople = (
  jira: Jira,
  { project }: Layout,
  emails: readonly string[],
): Promise<FoundPerson[]> =>
  pooled(emails, 4, async (email): Promise<FoundPerson> => {
    const query = { project: project.key, query: email, maxResults: mostShown };
    const { data } = await jira.call("GET /user/assignable/search", { query });
    const found = listOf(data?.values ?? []).filter(
      (user) =>
        textOrNull(user, "emailAddress")?.toLowerCase() === email.toLowerCase() && user.active !== false,
    );
    const [account] = found.map((user) => textOrNull(user, "accountId"));
    if (!account) return "nobody";
    return found.length > 1 ? "several" : { account };
  });

/** Sites name and order priorities as they like; these are the usual names. */
const names: Readonly<Record<string, readonly string[]>> = {
  1: ["highest", "urgent", "blocker", "critical"],
  2: ["high", "major"],
  3: ["medium", "normal"],
  4: ["low", "minor", "lowest", "trivial"],
};

const rankOf = (name: string): string | undefined =>
  Object.entries(names).find(([, known]) => known.includes(name.trim().toLowerCase()))?.[0];

/** Returns the site's priority with this meaning; the default for "". */
function priorityFor({ priorities, defaultPriority }: Screen, rank: string) {
  if (rank === "") return priorities?.find(({ id }) => id === defaultPriority);
  return (names[rank] ?? [])
    .map((name) => priorities?.find((one) => one.name.trim().toLowerCase() === name))
    .find((found) => found !== undefined);
}

/** An unusual priority has its id. */
const termOfPriority = ({ id, name }: { id: string; name: string }): string => rankOf(name) ?? `id ${id}`;

const words = ["none", "urgent", "high", "medium", "low"];

export function termOf(layout: Layout, item: Item, detail: Exclude<SingleDetail, "assignee">): Term {
  const { screen, name } = kindOf(layout, item);
  const { key } = layout.project;
  const value = String(item.details?.[detail] || "");
  if (detail === "dueDate")
    return screen.dueDate ? { value } : { why: `${name} has no due date in ${key}; due dates stay here.` };
  if (screen.priorities === null) return { why: `${name} has no priority in ${key}; priorities stay here.` };
  const found = priorityFor(screen, value);
  const word = words[item.details?.priority ?? 0];
  return found
    ? { value: termOfPriority(found) }
    : { why: `${key} has no priority that means "${word}"; it stays here.` };
}

export function remoteDetails(fields: Fields): RemoteDetails {
  const priority = partOf(fields, "priority");
  const [id, name] = [textOrNull(priority, "id"), textOrNull(priority, "name")];
  return {
    assignee: textOrNull(partOf(fields, "assignee"), "accountId") ?? "",
    priority: id === null ? "" : termOfPriority({ id, name: name ?? "" }),
    dueDate: textOrNull(fields, "duedate") ?? "",
    labels: Array.isArray(fields.labels) ? fields.labels.map(String) : [],
  };
}

/** Jira's labels are single words. */
export const labelTerm = (name: string): string => name.trim().replace(/\s+/g, "-");

interface Rendered {
  fields: Record<string, unknown>;
  /** Changes of labels, one by one. */
  update?: Record<string, unknown>;
  caveats: string[];
  leftParts: ItemPart[];
}

export function renderDetails(layout: Layout, { item, write, details = {} }: Change): Rendered {
  const { screen, name } = kindOf(layout, item);
  const { assignee, dueDate, labels }: DetailWrites = details;
  const rendered: Rendered = { fields: {}, caveats: [], leftParts: [] };
  const { fields } = rendered;
  if (write.includes("assignee")) fields.assignee = assignee ? { accountId: assignee } : null;
  if (write.includes("dueDate")) fields.duedate = dueDate || null;
  if (write.includes("priority")) {
    const priority = priorityFor(screen, String(item.details?.priority || ""));
    fields.priority = priority ? { id: priority.id } : null;
  }
  if (write.includes("labels") && labels) {
    const added = labels.add.map((label) => ({ add: labelTerm(label.name) }));
    const removed = labels.remove.map((label) => ({ remove: label }));
    if (screen.labels) rendered.update = { labels: [...added, ...removed] };
    else {
      rendered.leftParts.push("labels");
      rendered.caveats.push(`${name} has no labels in ${layout.project.key}; labels stay here.`);
    }
  }
  return rendered;
}
