import type { EventType } from "@groundplan/contract";
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
  for (const event of events) {
    const changes = effects[event.type]?.(event as never) ?? {}; // Both have the same type.
    for (const part of Object.keys(touched) as (keyof Touched)[])
      for (const id of changes[part] ?? []) touched[part].add(id);
  }
  return Object.values(touched).some((ids: Set<string>) => ids.size > 0) ? touched : null;
}

type Event<T extends EventType> = Extract<NewEvent, { type: T }>;
type Changes = { [P in keyof Touched]?: readonly string[] };

const planOf = ({ planId }: { planId?: string | null }): string[] => (planId ? [planId] : []);
const placed = (event: NewEvent): Changes => ({
  needing: [event.subjectId],
  needed: [event.subjectId],
  plans: planOf(event),
});
const dependency = ({ data }: Event<"dependency.created" | "dependency.deleted">): Changes =>
  data.kind === "plan" ? { planNeeds: [data.from] } : { needing: [data.from] };
const question = (
  event: Event<"question.asked" | "question.answered" | "thread.resolved" | "thread.reopened">,
): Changes => (event.data.documentKind === "spec" ? { plans: planOf(event) } : {});
const tree = ({ subjectId }: NewEvent): Changes => ({ trees: [subjectId] });
const project = ({ subjectId }: NewEvent): Changes => ({ projects: [subjectId] });

/** The changes that events of these types tell; others change nothing that counts. */
const effects: { [T in EventType]?: (event: Event<T>) => Changes } = {
  "spec.created": (event) => ({ needing: [event.subjectId], plans: planOf(event) }),
  "spec.updated": (event) => ({
    needing: event.data.changed.includes("needsFirst") ? [event.subjectId] : [],
    needed: event.data.to === undefined ? [] : [event.subjectId],
    plans: planOf(event),
  }),
  "spec.moved": placed,
  "spec.deleted": placed,
  "spec.restored": placed,
  "dependency.created": dependency,
  "dependency.deleted": dependency,
  "question.asked": question,
  "question.answered": question,
  "thread.resolved": question,
  "thread.reopened": question,
  "plan.created": tree,
  "plan.updated": (event) => ({
    plans: planOf(event),
    trees: event.data.to === undefined ? [] : [event.subjectId],
  }),
  "plan.moved": ({ subjectId, data }) => ({
    trees: [subjectId],
    planNeeds: data.from === null ? [] : [data.from],
  }),
  "plan.archived": ({ data }) => ({ trees: data.plans }),
  "plan.restored": ({ data }) => ({ trees: data.plans }),
  "plan.owner_changed": tree,
  "project.deleted": project,
  "project.restored": project,
};
