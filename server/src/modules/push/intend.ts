import { randomUUID } from "node:crypto";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { planHandle } from "../handles.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced, leftSince, whyStop } from "./fenced.ts";
import { externalsOf, type ItemRow, presentExternal } from "./ledger.ts";
import { directParent, heldPlaces, holdingToo } from "./place.ts";
import { findRun, type PushOptions, type RunRow, type StepRow } from "./runs.ts";
import {
  addCaveats,
  attemptsOf,
  type Changes,
  putItems,
  readStepItems,
  type StepItem,
  type StepState,
  shelfOf,
  updateSteps,
} from "./step-items.ts";
import { tellSteps } from "./tell-steps.ts";
import type { External, Need, Parent, Placement, Sort } from "./trackers/tracker.ts";

export interface Intend extends Fence {
  positions: number[];
  /** How many things one call takes. What needs no call does not count. */
  most: number;
  /** The tracker was looked at, and what the unanswered call should have made is not there. */
  notThere: number[];
  /** Of these no call ever left: nothing can turn up. */
  neverLeft: number[];
}

/** What the worker has to do now that its intent is on disk. */
export type Intent =
  /** `unanswered`: an earlier call to create it may still turn up. */
  | (OfText & { go: "create"; unanswered: boolean })
  /** `isOurs`: what the tracker says already may be this push's own doing. */
  | (OfText & { go: "update"; external: External; item: ItemRow; isOurs: boolean })
  /** An earlier update was never answered, and of another version: see what of it arrived before doing more. */
  | (OfText & { go: "recall"; external: External; item: ItemRow })
  /** An earlier call to create it was never answered: look before doing it again. */
  | (OfText & { go: "look"; item: ItemRow })
  | { go: "place"; position: number; placement: Placement }
  | { go: "need"; position: number; need: Need }
  /** Another push is at it. */
  | { go: "wait"; position: number };

interface OfText {
  position: number;
  clientId: string;
  parent: Parent;
}

/** What all steps of one batch lead to, and what of it is to be written. */
interface Batch {
  tx: Tx;
  push: RunRow;
  input: Intend;
  externals: ReadonlyMap<string, External>;
  intents: Intent[];
  items: { at: StepItem; changes: Changes }[];
  steps: StepState[];
  /** What has no issue yet: it is about to be made, or looked for. */
  making: Set<string>;
  /** What it is about to put elsewhere: what goes under it waits, else two that change places would close a circle. */
  moving: Set<string>;
}

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
      ...{ tx, push, input, externals },
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

export const pathOf = ({ path }: StepRow): string[] => (path === null ? [] : (JSON.parse(path) as string[]));
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
const sortOf = (step: StepRow): Sort => (step.entity_id === step.plan_id ? "container" : "item");

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

function intendText(batch: Batch, at: StepItem): void {
  const { push, input, externals, intents } = batch;
  const { step, item } = at;
  const { position } = step;
  const external = item ? presentExternal(item) : null;
  const unanswered = item?.state === "sending" && !external && !input.neverLeft.includes(position);
  const clientId = item?.client_id ?? randomUUID();
  const path = pathOf(step);
  const parent = parentOf(path, externals);
  if (unanswered && !input.notThere.includes(position)) {
    batch.making.add(step.entity_id);
    intents.push({ go: "look", position, clientId, parent, item });
    return;
  }
  if (external && item?.state === "sent" && item.pushed_hash === step.hash) {
    batch.steps.push({ at, state: "skipped" });
    return;
  }
  if (external && item?.state === "sending" && item.sending_hash !== step.hash) {
    intents.push({ go: "recall", position, clientId, parent, external, item });
    return;
  }
  if (!external && path.some((id) => !externals.has(id))) {
    batch.steps.push({ at, state: "failed", error: `What it lies under is not in ${push.target} yet.` });
    return;
  }
  const changes = {
    state: "sending",
    attempt: attemptsOf(push, item),
    client_id: clientId,
    sending_hash: step.hash,
    sending_revision: step.revision,
    sending_effort: step.effort,
    // The first unanswered call may still turn up late: later looks begin there.
    sending_at: unanswered ? item.sending_at : now(),
    looked_at: null,
  };
  batch.items.push({ at, changes });
  batch.steps.push({ at, state: "sending" });
  if (!external) batch.making.add(step.entity_id);
  if (external && item) {
    const isOurs = item.state === "sending" || item.pushed_hash === null;
    intents.push({ go: "update", position, clientId, parent, external, item, isOurs });
  } else intents.push({ go: "create", position, clientId, parent, unanswered });
}

export function parentOf(
  [first, ...rest]: readonly string[],
  externals: ReadonlyMap<string, External>,
): Parent {
  const container = externals.get(first ?? "") ?? null;
  return { container, items: rest.flatMap((id) => externals.get(id) ?? []) };
}

/** A place is repeatable: what is there already is told apart by the adapter. */
function intendPlace(batch: Batch, at: StepItem): void {
  const { step, item } = at;
  const path = pathOf(step);
  const child = batch.externals.get(step.entity_id);
  const isPlaced = item?.state === "sent" && item.pushed_hash === step.hash && step.action === "link";
  const isLacking = step.action === "link" && !batch.externals.has(path.at(-1) ?? "");
  if (isPlaced || !child || isLacking) {
    batch.steps.push({ at, state: isPlaced ? "sent" : "skipped" });
    return;
  }
  const parent = step.action === "link" ? parentOf(path, batch.externals) : null;
  // What lay under something that has no issue any more lies where the tracker has put it.
  const held = heldPlaces(item)?.filter(
    (place) => place === "" || batch.externals.has(directParent(place) ?? ""),
  );
  const { onConflict } = JSON.parse(batch.push.options) as PushOptions;
  const placement: Placement = {
    ...{ sort: sortOf(step), child, parent, overwrite: onConflict === "overwrite" },
    held: held?.map((place) => (place === "" ? null : parentOf(place.split(" "), batch.externals))) ?? null,
  };
  batch.moving.add(step.entity_id);
  const place = step.action === "link" ? step.hash : "";
  send(batch, at, { go: "place", position: step.position, placement }, { held: holdingToo(item, place) });
}

function intendNeed(batch: Batch, at: StepItem): void {
  const { step } = at;
  const issue = batch.externals.get(step.entity_id);
  const needed = batch.externals.get(step.other_id ?? "");
  if (!issue || !needed) {
    batch.steps.push({ at, state: "skipped" });
    return;
  }
  const sort: Sort = step.kind === "plan_dependency" ? "container" : "item";
  send(batch, at, { go: "need", position: step.position, need: { sort, issue, needed } });
}

function send(batch: Batch, at: StepItem, intent: Intent, more: Changes = {}): void {
  const changes = { state: "sending", sending_hash: at.step.hash, sending_at: now(), ...more };
  batch.items.push({ at, changes });
  batch.steps.push({ at, state: "sending" });
  batch.intents.push(intent);
}
