import { isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { PushStepState } from "../../../storage/tables/push.ts";
import { isDependency } from "./kinds.ts";
import { type ItemRow, itemsOf, rowKey } from "./ledger.ts";
import { type PushRow, type StepRow, scopeOf, stepsOf } from "./pushes.ts";
import { type Closing, outcomes } from "./states.ts";

export interface StepItem {
  step: StepRow;
  item: ItemRow | undefined;
}

/** Counts this push's unanswered creates. Calls cut off by our own exit don't count. */
export const attemptsOf = (push: PushRow, item: ItemRow | undefined): number =>
  item?.push_id === push.id ? item.attempt : 0;

/** Returns the key's part for a dependency's other end. A child has only one parent. */
export const neededId = ({ kind, other_id }: StepRow) => (isDependency(kind) ? (other_id ?? "") : "");

const keyOf = (step: StepRow) => rowKey(step.kind, step.entity_id, neededId(step));

export async function readStepItems(
  tx: Tx,
  push: PushRow,
  positions: readonly number[],
): Promise<StepItem[]> {
  const steps = await stepsOf(tx, push)
    .selectAll()
    .where(isOneOf(tx, "position", positions))
    .orderBy("position")
    .execute();
  const ids = [...new Set(steps.map((step) => step.entity_id))];
  const kinds = [...new Set(steps.map((step) => step.kind))];
  const items = await itemsOf(tx, scopeOf(push))
    .selectAll()
    .where("kind", "in", kinds)
    .where(isOneOf(tx, "entity_id", ids))
    .execute();
  const byKey = new Map(items.map((row) => [rowKey(row.kind, row.entity_id, row.needed_id), row]));
  return steps.map((step) => ({ step, item: byKey.get(keyOf(step)) }));
}

export interface StepState {
  at: StepItem;
  state: PushStepState;
  error?: string | null;
}

/** Closes a step. `error` is a message for users. */
export const closed = (at: StepItem, outcome: Closing, error: string | null = null): StepState => ({
  at,
  state: outcomes[outcome].step,
  error,
});

/** Uses one statement per distinct state and error. */
export async function updateSteps(tx: Tx, push: PushRow, changes: readonly StepState[]): Promise<void> {
  const alike = Map.groupBy(changes, ({ state, error = null }) => JSON.stringify([state, error]));
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    const { state, error = null } = first;
    await tx
      .updateTable("push_steps")
      .set({ state, error })
      .where("workspace_id", "=", push.workspace_id)
      .where("push_id", "=", push.id)
      .where(
        isOneOf(
          tx,
          "position",
          group.map(({ at }) => at.step.position),
        ),
      )
      .execute();
  }
}

/** Turns planned checks of recreated issues into creates. */
export async function countAsCreated(tx: Tx, push: PushRow, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await tx
    .updateTable("push_steps")
    .set({ action: "create" })
    .where("workspace_id", "=", push.workspace_id)
    .where("push_id", "=", push.id)
    .where(isOneOf(tx, "position", positions))
    .execute();
}
