import { type NewEvent, takeAppended } from "../../../events/append.ts";
import type { Tx } from "../../../storage/dialect.ts";

/** What a command changed of which counts depend. */
export interface Touched {
  /** Specs whose own needs may have changed. */
  needing: Set<string>;
  /** Specs whose status or plan may have changed for those that need them. */
  needed: Set<string>;
  /** Plans with changed specs or description. */
  plans: Set<string>;
  /** Plans that were added, moved, archived, restored or shown to others, with all below them. */
  trees: Set<string>;
  /** Plans whose own needs of plans, or those above which a plan went, may have changed. */
  planNeeds: Set<string>;
  /** Projects that were deleted or restored. */
  projects: Set<string>;
}

/** Changes without an event that says enough. */
const noted = new WeakMap<Tx, Touched>();

const nothing = (): Touched => ({
  needing: new Set(),
  needed: new Set(),
  plans: new Set(),
  trees: new Set(),
  planNeeds: new Set(),
  projects: new Set(),
});

/** Notes changes of the current command that its events don't tell. */
export function noteTouched(tx: Tx, part: keyof Touched, ids: Iterable<string>): void {
  const touched = noted.get(tx) ?? nothing();
  noted.set(tx, touched);
  for (const id of ids) touched[part].add(id);
}

/** Returns what the current command changed since this was last asked; null if nothing that counts. */
export function takeTouched(tx: Tx): Touched | null {
  const events = takeAppended(tx, "counts");
  const touched = noted.get(tx) ?? nothing();
  noted.delete(tx);
  for (const event of events) addEvent(touched, event);
  return Object.values(touched).some((ids: Set<string>) => ids.size > 0) ? touched : null;
}

function addEvent(touched: Touched, event: NewEvent): void {
  const { subjectId, planId } = event;
  switch (event.type) {
    case "spec.updated":
      if (event.data.to !== undefined) touched.needed.add(subjectId);
      if (event.data.changed.includes("needsFirst")) touched.needing.add(subjectId);
      break;
    case "spec.created":
      touched.needing.add(subjectId);
      break;
    case "spec.moved":
    case "spec.deleted":
    case "spec.restored":
      touched.needing.add(subjectId);
      touched.needed.add(subjectId);
      break;
    case "dependency.created":
    case "dependency.deleted":
      touched[event.data.kind === "plan" ? "planNeeds" : "needing"].add(event.data.from);
      return;
    case "question.asked":
    case "question.answered":
    case "thread.resolved":
    case "thread.reopened":
      if (event.data.documentKind !== "spec") return;
      break;
    case "plan.updated":
      if (event.data.to !== undefined) touched.trees.add(subjectId);
      break;
    case "plan.archived":
    case "plan.restored":
      for (const id of event.data.plans) touched.trees.add(id);
      break;
    case "plan.moved":
      if (event.data.from !== null) touched.planNeeds.add(event.data.from);
      touched.trees.add(subjectId);
      break;
    case "plan.created":
    case "plan.owner_changed":
      touched.trees.add(subjectId);
      break;
    case "project.deleted":
    case "project.restored":
      touched.projects.add(subjectId);
      break;
    default:
      return;
  }
  if (planId) touched.plans.add(planId);
}
