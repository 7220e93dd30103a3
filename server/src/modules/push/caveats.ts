import { planHandle } from "../handles.ts";
import type { PlanNode } from "./snapshot.ts";
import type { View } from "./step.ts";

const mostNamed = 10;

/** A sentence for people. Who can't read each of these plans is not told. */
export interface Caveat {
  text: string;
  planIds: string[];
  /**
   * It is about this spec, which was in that plan: who can't read the plan that it is in now is not told. The plan's
   * own id where it is about the plan.
   */
  specId?: string;
  /** Why the push takes until then; told while it runs only. */
  endsAt?: string;
  /** The tracker has not all of what is here. */
  isLacking?: boolean;
  /** It stands for so many more, of which only the number is kept. */
  more?: number;
}

const mostKept = 100;

/**
 * Both in their order, each sentence about the same plans once; of what goes beyond 100 the number is kept. What is
 * said of two specs alike tells neither from the other, and is about their plan.
 */
export function mergeCaveats(kept: readonly Caveat[], added: readonly Caveat[]): Caveat[] {
  const all = [...kept, ...added];
  const told = new Map<string, Caveat>();
  for (const { specId, ...caveat } of all) {
    if (caveat.more !== undefined) continue;
    const key = JSON.stringify([caveat.text, caveat.planIds.toSorted()]);
    const isOfOne = !told.has(key) || told.get(key)?.specId === specId;
    told.set(key, isOfOne && specId !== undefined ? { ...caveat, specId } : caveat);
  }
  const each = [...told.values()];
  const before = all.reduce((sum, { more = 0 }) => sum + more, 0);
  const more = before + Math.max(0, each.length - mostKept);
  return [...each.slice(0, mostKept), ...(more > 0 ? [{ text: "", planIds: [], more }] : [])];
}

/** What people should know of a push before it begins, the most important first. */
export function caveatsOf(view: View, top: PlanNode, waiting: readonly string[]): Caveat[] {
  const handle = planHandle(top.number);
  const isPrivate = `${handle} is private here, but whoever reads the tracker reads its issues.`;
  return [
    ...(view.isPrivate ? [{ text: isPrivate, planIds: [top.id] }] : []),
    ...above(view, handle),
    ...(waiting.length > 0 ? [{ text: waits(waiting.length), planIds: [...new Set(waiting)] }] : []),
    ...leftBehind(view),
  ];
}

function above({ ancestors, hasIssue }: View, handle: string): Caveat[] {
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

/** Issues of specs that were deleted or moved away: closing them is up to people. */
function leftBehind({ ledger, plans, specs, options }: View): Caveat[] {
  if (options.specIds) return [];
  const here = new Set(specs.map((spec) => spec.id));
  const planIds = new Set(plans.map((plan) => plan.id));
  const left = ledger.filter(
    (row) => row.kind === "spec" && row.external_id && planIds.has(row.plan_id) && !here.has(row.entity_id),
  );
  const keys = left.flatMap((row) => row.external_key ?? []);
  if (keys.length === 0) return [];
  const more = keys.length > mostNamed ? ` and ${keys.length - mostNamed} more` : "";
  const named = keys.slice(0, mostNamed).join(", ");
  const text = `Their specs were deleted or moved to another plan, the issues were left as they are: ${named}${more}.`;
  return [{ text, planIds: [...new Set(left.map((row) => row.plan_id))] }];
}
