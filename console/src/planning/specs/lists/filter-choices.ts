import { listLabels, listMembers, listProjects } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import {
  effortLabel,
  priorityLabel,
  readinessLabel,
} from "../../../../../contract/src/planning/display-words.ts";
import { readAll } from "../../../api/read.ts";
import { wordOf } from "../../../components/status.tsx";
import { useSession } from "../../../session/session.ts";
import { specStatuses } from "../spec-choices.ts";
import type { FilterName } from "./spec-view.ts";

/** A value of a filter with its words. */
export interface FilterChoice {
  value: string;
  name: string;
}

export const filterWords: Record<Exclude<FilterName, "q">, string> = {
  status: "Status",
  assignee: "Assignee",
  label: "Label",
  priority: "Priority",
  readiness: "Readiness",
  effort: "Effort",
  due: "Due",
  claimed: "Claimed",
  plan: "Plan",
  project: "Project",
};

const grades = ["1", "2", "3", "4", "5"];

/** Returns the values of each of a list's filters that can be chosen; plans are only named by addresses. */
export function useFilterChoices(
  filters: readonly Exclude<FilterName, "q">[],
): Record<Exclude<FilterName, "q">, FilterChoice[]> {
  const me = useSession().user.id;
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  const { data: labels = [] } = useQuery(readAll(listLabels, {}, "labels"));
  const { data: projects = [] } = useQuery({
    ...readAll(listProjects, {}, "projects"),
    enabled: filters.includes("project"),
  });
  return {
    status: specStatuses.map((value) => ({ value, name: wordOf(value) })),
    assignee: [
      { value: "me", name: "Me" },
      { value: "none", name: "Nobody" },
      ...members.filter(({ userId }) => userId !== me).map(({ userId, name }) => ({ value: userId, name })),
    ],
    label: [...labels.map(({ id, name }) => ({ value: id, name })), { value: "none", name: "No label" }],
    priority: [1, 2, 3, 4, 0].map((value) => ({ value: String(value), name: priorityLabel(value) })),
    readiness: grades.map((value) => ({ value, name: `${value} · ${readinessLabel(Number(value))}` })),
    effort: [
      ...grades.map((value) => ({ value, name: `${value} · ${effortLabel(Number(value))}` })),
      { value: "none", name: "No effort" },
    ],
    due: [
      { value: "overdue", name: "Overdue" },
      { value: "week", name: "Within a week" },
      { value: "none", name: "No due date" },
    ],
    claimed: [
      { value: "true", name: "Claimed" },
      { value: "false", name: "Not claimed" },
    ],
    plan: [],
    project: projects.map(({ slug, id, name }) => ({ value: slug ?? id, name })),
  };
}
