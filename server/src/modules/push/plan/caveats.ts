import { planHandle } from "../../handles.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { differsFromTheFirst, isMet, statusToSend } from "../ledger/statuses.ts";
import type { PlanNode } from "./snapshot.ts";
import type { PlanningView } from "./step.ts";

const mostNamed = 10;

/** Returns the most important caveats first. */
export function caveatsOf(view: PlanningView, top: PlanNode, waiting: readonly string[]): Caveat[] {
  const handle = planHandle(top.number);
  const isPrivate = `${handle} is private here, but whoever reads the tracker reads its issues.`;
  return [
    ...(view.isPrivate ? [{ text: isPrivate, planIds: [top.id] }] : []),
    ...above(view, handle),
    ...(waiting.length > 0 ? [{ text: waits(waiting.length), planIds: [...new Set(waiting)] }] : []),
    ...leftOutCaveats(view),
    ...statusCaveats(view),
    ...leftBehind(view),
  ];
}

function above({ ancestors, hasIssue }: PlanningView, handle: string): Caveat[] {
  const parent = ancestors.at(-1);
  if (!parent || hasIssue(parent.id)) return [];
  const parentHandle = planHandle(parent.number);
  const text = `${parentHandle} above it is not in the tracker. Push ${parentHandle} to put ${handle} under it.`;
  return [{ text, planIds: [parent.id] }];
}

function waits(count: number): string {
  const [what, wait] = count === 1 ? ["1 dependency", "waits"] : [`${count} dependencies`, "wait"];
  return `${what} ${wait}: the other end is not in the tracker yet. Push its plan, then this one again.`;
}

/** Counts specs left out as finished; none for a push of chosen specs. */
export function leftOutCaveats({ specs, leftOut, options }: PlanningView): Caveat[] {
  const left = specs.filter(({ id }) => leftOut.has(id));
  if (options.specIds || left.length === 0) return [];
  const [what, them] =
    left.length === 1
      ? ["1 spec that is done or cancelled and was never pushed is", "it"]
      : [`${left.length} specs that are done or cancelled and were never pushed are`, "them"];
  const text = `${what} left out. Push with \`includeDone: true\` to take ${them}.`;
  return [{ text, planIds: [...new Set(left.map(({ planId }) => planId))], isLacking: true }];
}

/** Lists the issues of deleted or moved specs; users decide whether to close them. */
function leftBehind({ ledger, plans, specs, options }: PlanningView): Caveat[] {
  if (options.specIds) return [];
  const here = new Set(specs.map((spec) => spec.id));
  const planIds = new Set(plans.map((plan) => plan.id));
  const left = ledger.filter(
    (row) =>
      row.kind === "spec" &&
      row.external_id &&
      row.state !== "gone" &&
      planIds.has(row.plan_id) &&
      !here.has(row.entity_id),
  );
  const keys = left.flatMap((row) => row.external_key ?? []);
  if (keys.length === 0) return [];
  const more = keys.length > mostNamed ? ` and ${keys.length - mostNamed} more` : "";
  const named = keys.slice(0, mostNamed).join(", ");
  const text = `Their specs were deleted or moved to another plan; the issues were left unchanged: ${named}${more}.`;
  return [{ text, planIds: [...new Set(left.map((row) => row.plan_id))] }];
}

/**
 * Counts specs whose status the tracker lacks and won't get: none is sent, or the two differed from the
 * start.
 */
function statusCaveats({ specs, row, isGone, options, overwritesStatus }: PlanningView): Caveat[] {
  const { statuses } = options;
  const lacking = specs.filter((spec) => {
    if (!spec.included || isGone(spec.id)) return false;
    const known = row("spec", spec.id);
    // A future issue starts open.
    if (!statuses) return spec.isFinished && !isMet(spec.status, known?.remote_status ?? "TODO");
    if (!known?.external_id || overwritesStatus) return false;
    return differsFromTheFirst(known, statusToSend(spec.status, statuses));
  });
  if (lacking.length === 0) return [];
  const text = statuses ? differing(lacking.length) : unsent(lacking.length);
  return [{ text, planIds: [...new Set(lacking.map(({ planId }) => planId))], isLacking: true }];
}

function unsent(count: number): string {
  const which =
    count === 1 ? "1 spec that is done or cancelled has" : `${count} specs that are done or cancelled have`;
  return `${which} another status in the tracker: the project pushes no statuses. Set \`statuses\` of its tracker to \`close\` or \`all\` to push them.`;
}

function differing(count: number): string {
  const which = count === 1 ? "1 spec has" : `${count} specs have`;
  return `${which} had another status in the tracker since before statuses were pushed. Push with \`onConflict: "overwrite"\` to write ${count === 1 ? "it" : "them"}.`;
}
