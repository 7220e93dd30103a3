/** What a row can show beside handle and title, in the order of the menu. */
export const columnWords = {
  status: "Status",
  needs: "Needs",
  plan: "Plan",
  readiness: "Readiness",
  priority: "Priority",
  labels: "Labels",
  due: "Due date",
  assignee: "Assignee",
  effort: "Effort",
  criteria: "Criteria",
  updated: "Updated",
  created: "Created",
} as const;
export type Column = keyof typeof columnWords;

/** The lists that keep their own columns: that of any plan, and that of all specs. */
export type ListName = "plan" | "all";

const work = ["priority", "labels", "due", "assignee"] as const satisfies Column[];
const rare = ["criteria", "updated", "created"] as const satisfies Column[];

/** The columns of each list, and those that it shows if nothing is chosen. */
export const columnsOf: Record<ListName, { all: readonly Column[]; usual: readonly Column[] }> = {
  plan: {
    all: ["status", "needs", "readiness", ...work, "effort", ...rare],
    usual: ["status", "needs", "readiness", ...work, "effort"],
  },
  all: {
    all: ["status", "plan", "readiness", ...work, "effort", ...rare],
    usual: ["status", "plan", "readiness", ...work],
  },
};

const keyOf = (userId: string, list: ListName) => `columns of ${list} specs, ${userId}`;

/** Returns the columns that a person has chosen for a list in this browser; null if none. */
export function chosenColumns(userId: string, list: ListName): Column[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, list)) ?? "null");
    return Array.isArray(kept) ? columnsOf[list].all.filter((one) => kept.includes(one)) : null;
  } catch {
    return null; // Without storage, or with somebody else's text in it.
  }
}

export function keepColumns(userId: string, list: ListName, columns: readonly Column[] | null): void {
  try {
    if (columns) localStorage.setItem(keyOf(userId, list), JSON.stringify(columns));
    else localStorage.removeItem(keyOf(userId, list));
  } catch {
    // Without storage they last until the page is left.
  }
}
