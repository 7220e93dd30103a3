import type { Db, Tx } from "../../../storage/dialect.ts";
import { trackerOf } from "../../trackers/registry.ts";
import { readBase, readDetails } from "../ledger/details.ts";
import { optionsOf, type PushRow, scopeOf, updatePush } from "../ledger/pushes.ts";
import { isOpen } from "../ledger/states.ts";
import {
  type Assignment,
  assigneesOf,
  assignmentOf,
  findPeople,
  type People,
  peopleCaveats,
} from "../results/people.ts";
import { fenced } from "./fenced.ts";
import { recordCaveats } from "./outcomes/record-outcomes.ts";
import { withRetries } from "./tracker-calls/retry.ts";
import { type ConnectedWork, commit } from "./work.ts";

/**
 * Finds the tracker's accounts of all assignees before the first write, each once per push, even if it is
 * interrupted.
 */
export async function findAssignees(work: ConnectedWork): Promise<ConnectedWork> {
  const { context, push, tracker } = work;
  const assignments = await assignmentsOf(context.db, push);
  if (assignments.length === 0) return work;
  const known = readPeople(push);
  const people: People = { ...known };
  const scope = scopeOf(push);
  const patient = {
    findPeople: (target: string, emails: readonly string[]) =>
      withRetries(work, () => tracker.findPeople(target, emails)),
  };
  const unknown = assigneesOf(assignments).filter((id) => !(id in known));
  for await (const page of findPeople(context.db, patient, scope, unknown)) {
    Object.assign(people, page);
    await commit(work, recordPeople, { people });
  }
  const { label } = trackerOf(push.provider);
  const caveats = await peopleCaveats(context.db, label, people, assignments);
  if (caveats.length > 0) await commit(work, recordCaveats, { caveats });
  return { ...work, people };
}

/** Returns those of all open steps. */
async function assignmentsOf(db: Db, push: PushRow): Promise<Assignment[]> {
  const { connectionId, target } = scopeOf(push);
  const rows = await db
    .selectFrom("push_steps as step")
    .leftJoin("push_items as item", (join) =>
      join
        .onRef("item.workspace_id", "=", "step.workspace_id")
        .on("item.connection_id", "=", connectionId)
        .on("item.target", "=", target)
        .onRef("item.kind", "=", "step.kind")
        .onRef("item.entity_id", "=", "step.entity_id")
        .on("item.needed_id", "=", ""),
    )
    .select(["step.plan_id", "step.state", "step.details", "item.base_details"])
    .where("step.workspace_id", "=", push.workspace_id)
    .where("step.push_id", "=", push.id)
    .where("step.details", "is not", null)
    .execute();
  const isRemade = optionsOf(push).onGone === "recreate"; // A new issue has none of the old one's details.
  return rows
    .filter(({ state }) => isOpen(state))
    .flatMap(({ details, plan_id: planId, base_details }) =>
      assignmentOf({ details: readDetails(details), planId }, isRemade ? {} : readBase(base_details)),
    );
}

const readPeople = ({ people }: PushRow): People => (people === null ? {} : (JSON.parse(people) as People));

export const recordPeople = fenced("push.people", (tx: Tx, { people }: { people: People }, push: PushRow) =>
  updatePush(tx, push, { people: JSON.stringify(people) }),
);
