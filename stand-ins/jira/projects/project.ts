import { type IssueType, planner, reader, type Status } from "../site.ts";

export type Permission =
  | "BROWSE_PROJECTS"
  | "CREATE_ISSUES"
  | "EDIT_ISSUES"
  | "LINK_ISSUES"
  | "TRANSITION_ISSUES";

export const permissions: Permission[] = [
  "BROWSE_PROJECTS",
  "CREATE_ISSUES",
  "EDIT_ISSUES",
  "LINK_ISSUES",
  "TRANSITION_ISSUES",
];

/**
 * A field on a project's screens. `textarea` holds ADF, `options` several `allowed` values, some limited to
 * certain issue types.
 */
export type Field = {
  id: string;
  name: string;
  type:
    | "string"
    | "textarea"
    | "number"
    | "array"
    | "option"
    | "options"
    | "user"
    | "priority"
    | "date"
    | "issuelink"
    | "project"
    | "issuetype";
  required: boolean;
  allowed?: readonly { id: string; value: string; types?: readonly string[] }[];
};

/** Mutable during tests. */
export type Project = {
  id: string;
  key: string;
  name: string;
  archived: boolean;
  teamManaged: boolean;
  types: IssueType[];
  fields: Field[];
  statuses: Status[];
  /** The scheme, highest first. New issues get `defaultPriority`, an id. */
  priorities: { id: string; name: string }[];
  defaultPriority: string;
  /** True if done transitions ask for a resolution. */
  resolutionScreen: boolean;
  /** Permissions by account id; others don't see the project. */
  permissions: Record<string, Permission[]>;
  lastNumber: number;
};

export type ProjectOptions = {
  name?: string;
  teamManaged?: boolean;
  archived?: boolean;
  /** Replaces `issueTypes` (`teamTypes` if team-managed). */
  types?: IssueType[];
  /** Additional custom fields. */
  fields?: Field[];
  /** Standard fields on no screen. */
  hidden?: string[];
  statuses?: Status[];
};

export const issueTypes: IssueType[] = [
  { id: "10000", name: "Epic", level: 1 },
  { id: "10001", name: "Story", level: 0 },
  { id: "10002", name: "Task", level: 0 },
  { id: "10003", name: "Sub-task", level: -1 },
];

/** The same hierarchy in German: types must be recognized by level. */
export const germanTypes: IssueType[] = [
  { id: "10100", name: "Epos", level: 1 },
  { id: "10101", name: "Aufgabe", level: 0 },
  { id: "10102", name: "Unteraufgabe", level: -1 },
];

const teamTypes: IssueType[] = [
  { id: "10200", name: "Epic", level: 1 },
  { id: "10201", name: "Task", level: 0 },
  { id: "10202", name: "Subtask", level: -1 },
];

export const storyPoints: Field = {
  id: "customfield_10016",
  name: "Story point estimate",
  type: "number",
  required: false,
};

const statuses: Status[] = [
  { id: "10000", name: "To Do", category: "new" },
  { id: "10001", name: "In Progress", category: "indeterminate" },
  { id: "10002", name: "Done", category: "done" },
];

const priorities = ["Highest", "High", "Medium", "Low", "Lowest"].map((name, index) => ({
  id: String(index + 1),
  name,
}));

const systemFields: Field[] = [
  { id: "summary", name: "Summary", type: "string", required: true },
  { id: "issuetype", name: "Issue Type", type: "issuetype", required: true },
  { id: "project", name: "Project", type: "project", required: true },
  { id: "description", name: "Description", type: "textarea", required: false },
  { id: "parent", name: "Parent", type: "issuelink", required: false },
  { id: "labels", name: "Labels", type: "array", required: false },
  { id: "assignee", name: "Assignee", type: "user", required: false },
  { id: "priority", name: "Priority", type: "priority", required: false },
  { id: "duedate", name: "Due date", type: "date", required: false },
];

/** Lets the planner do everything and the reader read. Each project needs its own `id`. */
export function project(id: string, key: string, options: ProjectOptions = {}): Project {
  const hidden = options.hidden ?? [];
  return {
    id,
    key,
    name: options.name ?? `Project ${key}`,
    archived: options.archived ?? false,
    teamManaged: options.teamManaged ?? false,
    types: [...(options.types ?? (options.teamManaged ? teamTypes : issueTypes))],
    fields: [...systemFields.filter((field) => !hidden.includes(field.id)), ...(options.fields ?? [])],
    statuses: [...(options.statuses ?? statuses)],
    priorities: [...priorities],
    defaultPriority: "3",
    resolutionScreen: !(options.teamManaged ?? false),
    permissions: { [planner.accountId]: [...permissions], [reader.accountId]: ["BROWSE_PROJECTS"] },
    lastNumber: 0,
  };
}

/** Returns a main project with story points, a move target, an archived one and a hidden one. */
export const defaultProjects = (): Project[] => [
  project("10000", "PROJ", { fields: [storyPoints] }),
  project("10001", "MOVE"),
  project("10002", "OLD", { archived: true }),
  { ...project("10003", "VAULT"), permissions: {} },
];
