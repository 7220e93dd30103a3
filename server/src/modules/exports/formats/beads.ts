import { labelled, partsOf } from "../text/parts.ts";
import { slugOf } from "../text/slug.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import { lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

export const statusWords: Record<TreeSpec["status"], string> = {
  TODO: "open",
  IN_PROGRESS: "in_progress",
  DONE: "closed",
  CANCELLED: "closed",
};
/** Returns the longest that an effort takes, in minutes. */
export const minutesOf = (effort: number): number => [60, 240, 480, 1440, 2880][effort - 1] ?? 60;

/** Writes one line for each plan as an epic, and for each spec as a task. */
export const beadsWriter: Writer = {
  prefix: "beads:",
  write({ plans: [root], projectName }, plans) {
    const prefix = slugOf(projectName, "plan").slice(0, 12);
    const lines: string[] = [];
    const idOf = new Map<string, string>();
    for (const plan of plans)
      for (const [index, spec] of plan.specs.entries())
        idOf.set(spec.id, `${prefix}-${plan.handle.slice(5)}.${index + 1}`);
    for (const plan of plans) {
      const epic = plan.id === root.id ? null : `${prefix}-${plan.handle.slice(5)}`;
      if (epic !== null) lines.push(JSON.stringify(epicOf(plan, epic)));
      for (const spec of plan.specs)
        lines.push(
          JSON.stringify(issueOf(plan, spec, idOf.get(spec.id) ?? "", edgesOf(plan, spec, epic, idOf))),
        );
    }
    const text = lines.map((line) => `${line}\n`).join("");
    const rootOnly = plans.filter(({ id }) => id === root.id);
    const notes = [
      ...lostIn("beads", plans, ["cancelled", "work", "sources"]),
      ...lostIn("beads", rootOnly, ["description"]),
    ];
    return { files: [{ path: ".beads/issues.jsonl", state: "written", text }], notes };
  },
};

const common = (plan: TreePlan) => ({ priority: 2, created_at: plan.createdAt, updated_at: plan.createdAt });

const epicOf = (plan: TreePlan, id: string) => ({
  id,
  title: plan.name,
  description: plan.description,
  status: plan.status === "DONE" ? "closed" : "open",
  issue_type: "epic",
  ...common(plan),
  ...(plan.status === "DONE" ? { closed_at: plan.createdAt } : {}),
});

interface Edge {
  issue_id: string;
  depends_on_id: string;
  type: string;
  created_at: string;
}

function edgesOf(
  plan: TreePlan,
  spec: TreeSpec,
  epic: string | null,
  idOf: ReadonlyMap<string, string>,
): Edge[] {
  const id = idOf.get(spec.id) ?? "";
  const above = idOf.get(spec.parentId ?? "") ?? epic;
  const edge = (on: string, type: string) => ({
    issue_id: id,
    depends_on_id: on,
    type,
    created_at: plan.createdAt,
  });
  return [
    ...(above === null ? [] : [edge(above, "parent-child")]),
    ...spec.needs.flatMap((need) => idOf.get(need) ?? []).map((need) => edge(need, "blocks")),
  ];
}

/** Returns a spec as an issue. */
export function issueOf(plan: TreePlan, spec: TreeSpec, id: string, dependencies: readonly Edge[]) {
  const { text, criteria, isDivided } = partsOf(spec.content);
  const isClosed = statusWords[spec.status] === "closed";
  const reason = spec.status === "CANCELLED" ? "Cancelled" : "Done";
  return {
    id,
    title: spec.title,
    description: text,
    ...(isDivided ? { acceptance_criteria: criteria.map((one) => `- ${labelled(one)}`).join("\n") } : {}),
    status: statusWords[spec.status],
    issue_type: "task",
    ...common(plan),
    ...(isClosed ? { closed_at: spec.updatedAt, close_reason: reason } : {}),
    ...(spec.effort === null ? {} : { estimated_minutes: minutesOf(spec.effort) }),
    ...(dependencies.length > 0 ? { dependencies } : {}),
  };
}
