import type { Tx } from "../../../../storage/dialect.ts";
import { planHandle } from "../../../handles.ts";
import { addCaveats, type Caveat } from "../../ledger/caveats.ts";
import { externalsOf } from "../../ledger/externals.ts";
import { idsOfParentKey, pathOf, possibleParentKeys } from "../../ledger/parent-key.ts";
import { findPush, type PushRow, scopeOf } from "../../ledger/pushes.ts";
import { dropItem, putItems } from "../../ledger/put-items.ts";
import { isOpen } from "../../ledger/states.ts";
import {
  closed,
  countAsCreated,
  readStepItems,
  type StepItem,
  updateSteps,
} from "../../ledger/step-items.ts";
import { fenced } from "../fenced.ts";
import { appendStepEvents } from "../outcomes/step-events.ts";
import { plansLeftSince, whyAsleep, whyStop } from "../why-stop.ts";
import { forgetLinks, goneAbove } from "./forget-links.ts";
import type { Batch, Intend, Intent } from "./intents.ts";
import { intendLink, intendParent } from "./link-intents.ts";
import { intendText } from "./text-intents.ts";

/** The intents, or why the push ends (`stop`) or sleeps because its tracker is off (`off`). */
type Recorded = { stop: string } | { off: string } | { intents: Intent[] };

/**
 * Rechecks rights, and records intents before the calls leave: after a crash they count as possibly executed,
 * so that each item is created exactly once. A batch ends before a step whose parent is in flight or that no
 * longer fits.
 */
export const recordIntents = fenced(
  "push.intend",
  async (tx: Tx, input: Intend, push: PushRow): Promise<Recorded> => {
    const why = await whyStop(tx, push);
    if (why) return { stop: why };
    const off = await whyAsleep(tx, push);
    if (off) return { off };
    const all = await readStepItems(tx, push, input.positions);
    const open = all.filter(({ step }) => isOpen(step.state));
    const others = await otherPushesAt(tx, push, open);
    const left = await plansLeftSince(
      tx,
      push,
      open.map(({ step }) => step.plan_id),
    );
    const externals = await externalsOf(tx, scopeOf(push), open.flatMap(idsOf));
    const batch: Batch = {
      push,
      input,
      externals,
      intents: [],
      items: [],
      steps: [],
      making: new Set(),
      moving: new Set(),
      gone: await goneAbove(tx, push, open, externals),
      forgotten: new Set(),
      released: [],
      recreated: [],
      dropped: [],
      caveats: [],
    };
    for (const stepItem of open) {
      if (batch.intents.length === input.most) break;
      const { position, revision, extra, path } = stepItem.step;
      if (pathOf(stepItem.step).some((id) => batch.making.has(id) || batch.moving.has(id))) break;
      if (left.has(stepItem.step.plan_id)) batch.steps.push(closed(stepItem, "planUnavailable"));
      else if (others.has(stepItem.item?.push_id ?? "")) {
        batch.making.add(stepItem.step.entity_id);
        batch.intents.push({ kind: "wait", position });
      } else if (revision !== null || extra !== null) intendText(batch, stepItem);
      else if (path !== null || stepItem.step.kind === "child") intendParent(batch, stepItem);
      else intendLink(batch, stepItem);
    }
    await putItems(tx, push, batch.items);
    for (const stepItem of [...batch.released, ...batch.dropped]) await dropItem(tx, push, stepItem);
    await forgetLinks(tx, push, batch.forgotten);
    await updateSteps(tx, push, batch.steps);
    await countAsCreated(tx, push, batch.recreated);
    await appendStepEvents(tx, push, batch.steps);
    await addCaveats(tx, push, [...batch.caveats, ...caveatsOfLeft(open, left)]);
    return { intents: batch.intents };
  },
);

function caveatsOfLeft(open: readonly StepItem[], left: ReadonlySet<string>): Caveat[] {
  const plans = open.flatMap(({ step: { plan_id: id, plan_number: number } }) =>
    left.has(id) ? [[id, number] as const] : [],
  );
  return [...new Map(plans)].map(([id, number]) => ({
    text: `${planHandle(number)} was archived or moved during the push; the rest was left out.`,
    planIds: [id],
  }));
}

function idsOf({ step, item }: StepItem): string[] {
  const held = step.kind === "child" ? (possibleParentKeys(item) ?? []) : [];
  return [step.entity_id, step.other_id ?? [], pathOf(step), held.flatMap(idsOfParentKey)].flat();
}

/** Finds other pushes working on these steps, after a plan moved between trees. */
async function otherPushesAt(tx: Tx, push: PushRow, open: readonly StepItem[]): Promise<Set<string>> {
  const ids = open.flatMap(({ item }) =>
    item?.state === "sending" && item.push_id !== push.id ? [item.push_id] : [],
  );
  const under = new Set<string>();
  for (const id of new Set(ids)) {
    const other = await findPush(tx, push.workspace_id, id);
    if (other && other.finished_at === null) under.add(id);
  }
  return under;
}
