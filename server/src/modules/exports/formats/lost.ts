import type { ExportNote } from "@groundplan/contract";
import type { TreePlan, TreeSpec } from "../tree.ts";

/** What a format has no place for. */
export type Lost =
  | "effort"
  | "cancelled"
  | "inProgress"
  | "needs"
  | "parents"
  | "work"
  | "sources"
  | "description";

const words: Record<Lost, string> = {
  effort: "efforts",
  cancelled: "cancelled specs, which are written as open ones",
  inProgress: "specs in progress, which are written as open ones",
  needs: "needs",
  parents: "parents of specs",
  work: "assignees, labels, priorities and due dates",
  sources: "context sources",
  description: "a plan's description",
};

const has: Record<Lost, (plan: TreePlan) => number> = {
  effort: (plan) => count(plan, ({ effort }) => effort !== null),
  cancelled: (plan) => count(plan, ({ status }) => status === "CANCELLED"),
  inProgress: (plan) => count(plan, ({ status }) => status === "IN_PROGRESS"),
  needs: (plan) => count(plan, ({ needs }) => needs.length > 0),
  parents: (plan) => count(plan, ({ parentId }) => parentId !== null),
  work: (plan) => count(plan, ({ work }) => Object.values(work).includes(true)),
  sources: ({ sources }) => sources.length,
  description: ({ description }) => (description === "" ? 0 : 1),
};

/** Handles that a note names. */
const mostNamed = 20;

/** Returns a note of the plans that a format leaves out because they have no specs. */
export function leftOutIn(format: string, plans: readonly TreePlan[]): ExportNote[] {
  const number = plans.length;
  if (number === 0) return [];
  const lost = (["description", "sources"] as const).filter((one) =>
    plans.some((plan) => has[one](plan) > 0),
  );
  const things = lost.map((one) => (one === "description" ? "descriptions" : "context sources"));
  const more = things.length === 0 ? "" : ` with ${things.join(" and ")}`;
  const named = plans.slice(0, mostNamed).map(({ handle }) => handle);
  const others = number > mostNamed ? ` and ${number - mostNamed} more` : "";
  return [
    noteOf(
      `${format} has no place for plans without specs: left out${more} in ${cases(number)}: ${named.join(", ")}${others}.`,
    ),
  ];
}

const count = ({ specs }: TreePlan, test: (spec: TreeSpec) => boolean) => specs.filter(test).length;

/** Returns a note of each thing in these plans that a format can't hold. */
export function lostIn(format: string, plans: readonly TreePlan[], lost: readonly Lost[]): ExportNote[] {
  return lost.flatMap((one) => {
    const number = plans.reduce((sum, plan) => sum + has[one](plan), 0);
    return number === 0
      ? []
      : [noteOf(`${format} has no place for ${words[one]}: left out in ${cases(number)}.`)];
  });
}

const noteOf = (text: string): ExportNote => ({ path: null, handle: null, text });

const cases = (number: number): string => (number === 1 ? "1 case" : `${number} cases`);
