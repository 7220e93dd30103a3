import { isObject } from "../common/answers.ts";
import type { Issue, JiraSite } from "./site.ts";

/** An issue's current state for comparisons. Relations are keys. */
export type DumpedIssue = {
  id: string;
  key: string;
  project: string;
  type: string;
  summary: unknown;
  description: unknown;
  parent: string | null;
  labels: unknown;
  /** A display name. */
  assignee: string | null;
  priority: string | null;
  dueDate: unknown;
  status: string;
  category: string;
  resolution: string | null;
  /** Custom fields by id. */
  custom: Record<string, unknown>;
  properties: Record<string, unknown>;
  /** The keys of blockers, by the first link type ("blocks"). */
  blockedBy: string[];
  author: string;
};

/** `from` is the blocker. */
export type DumpedLink = { id: string; type: string; from: string; to: string };

export type Dumped = { issues: DumpedIssue[]; links: DumpedLink[] };

/** Returns all undeleted issues by creation, and all links. */
export function dump(site: JiraSite): Dumped {
  const keyOf = (id: string | undefined) => site.issues.get(id ?? "")?.key ?? "";
  const links = [...site.links.values()];
  const blocking = site.linkTypes[0]?.id;
  const issue = (one: Issue): DumpedIssue => ({
    id: one.id,
    key: one.key,
    project: one.project.key,
    type: one.type.name,
    summary: one.fields.summary,
    description: one.fields.description ?? null,
    parent: one.parent === undefined ? null : keyOf(one.parent),
    labels: one.fields.labels ?? [],
    assignee: named(site.people, "accountId", one.fields.assignee)?.displayName ?? null,
    priority: named(one.project.priorities, "id", one.fields.priority)?.name ?? null,
    dueDate: one.fields.duedate ?? null,
    status: one.status.name,
    category: one.status.category,
    resolution: one.resolution?.name ?? null,
    custom: Object.fromEntries(Object.entries(one.fields).filter(([id]) => id.startsWith("customfield_"))),
    properties: one.properties,
    blockedBy: links.flatMap((link) =>
      link.type.id === blocking && link.to === one.id ? [keyOf(link.from)] : [],
    ),
    author: one.author,
  });
  return {
    issues: [...site.issues.values()].map(issue),
    links: links.map(({ id, type, from, to }) => ({ id, type: type.name, from: keyOf(from), to: keyOf(to) })),
  };
}

function named<T extends object>(list: readonly T[], key: keyof T & string, value: unknown): T | undefined {
  return list.find((one) => isObject(value) && one[key] === value[key]);
}
