import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import type { Caveat } from "./caveats.ts";
import { fenced, leftSince, whyStop } from "./fenced.ts";
import { intendNeed, intendPlace } from "./intend-links.ts";
import { intendText } from "./intend-text.ts";
import type { Batch, Intend, Intent } from "./intents.ts";
import { externalsOf } from "./ledger.ts";
import { heldPlaces, pathOf } from "./place.ts";
import { findRun, type RunRow } from "./runs.ts";
import { addCaveats, putItems, readStepItems, type StepItem, shelfOf, updateSteps } from "./step-items.ts";
import { tellSteps } from "./tell-steps.ts";

/**
 * The first half of every call: `sending` is on disk before the call leaves, so that whoever comes after a kill
 * knows that it may have been executed. The right of the person who asked is looked at again here. A step whose
 * parent is only being made ends the batch before it, as does one that no longer fits into the call.
 */
export const intend = fenced(
  "push.intend",
  async (tx: Tx, input: Intend, push: RunRow): Promise<{ stop: string } | { intents: Intent[] }> => {
    const why = await whyStop(tx, push);
    if (why) return { stop: why };
    const all = await readStepItems(tx, push, input.positions);
    const open = all.filter(({ step }) => step.state === "planned" || step.state === "sending");
    const others = await atOthers(tx, push, open);
    const left = await leftSince(
      tx,
      push,
      open.map(({ step }) => step.plan_id),
    );
    const externals = await externalsOf(tx, shelfOf(push), open.flatMap(idsOf));
    const batch: Batch = {
      ...{ push, input, externals },
      ...{ intents: [], items: [], steps: [], making: new Set(), moving: new Set() },
    };
    for (const at of open) {
      if (batch.intents.length === input.most) break;
      const { position, revision, extra, path } = at.step;
      if (pathOf(at.step).some((id) => batch.making.has(id) || batch.moving.has(id))) break;
      if (left.has(at.step.plan_id)) batch.steps.push({ at, state: "failed" });
      else if (others.has(at.item?.run_id ?? "")) {
        batch.making.add(at.step.entity_id);
        batch.intents.push({ go: "wait", position });
      } else if (revision !== null || extra !== null) intendText(batch, at);
      else if (path !== null || at.step.kind === "child") intendPlace(batch, at);
      else intendNeed(batch, at);
    }
    await putItems(tx, push, batch.items);
    await updateSteps(tx, push, batch.steps);
    await tellSteps(tx, push, batch.steps);
    await addCaveats(tx, push, caveatsOfLeft(open, left));
    return { intents: batch.intents };
  },
);

/** One for each plan. */
function caveatsOfLeft(open: readonly StepItem[], left: ReadonlySet<string>): Caveat[] {
  const plans = open.flatMap(({ step: { plan_id: id, plan_number: number } }) =>
    left.has(id) ? [[id, number] as const] : [],
  );
  return [...new Map(plans)].map(([id, number]) => ({
    text: `${planHandle(number)} was archived or moved away while it was pushed; the rest of it was left out.`,
    planIds: [id],
  }));
}

function idsOf({ step, item }: StepItem): string[] {
  const held = step.kind === "child" ? (heldPlaces(item) ?? []) : [];
  const ids = [
    step.entity_id,
    step.other_id ?? "",
    ...pathOf(step),
    ...held.flatMap((place) => place.split(" ")),
  ];
  return ids.filter((id) => id !== "");
}

/** Runs under way that are at one of these: a plan that moved between trees can be part of two pushes. */
async function atOthers(tx: Tx, push: RunRow, open: readonly StepItem[]): Promise<Set<string>> {
  const ids = open.flatMap(({ item }) =>
    item?.state === "sending" && item.run_id !== push.id ? [item.run_id] : [],
  );
  const under = new Set<string>();
  for (const id of new Set(ids)) {
    const other = await findRun(tx, push.workspace_id, id);
    if (other && other.finished_at === null) under.add(id);
  }
  return under;
}
