import type { EventData, ProgressDay, SpecStatus } from "@groundplan/contract";

/** The events that change which specs there are, or which of them are done. */
export type BurningType = "spec.created" | "spec.updated" | "spec.moved" | "spec.deleted" | "spec.restored";

export type BurningEvent = {
  [T in BurningType]: { type: T; specId: string; at: string; data: EventData<T> };
}[BurningType];

/** Of a spec that an event is about, which may be elsewhere or gone. */
export interface BurningSpec {
  effort: number;
  /** Null if it isn't in the plans now. */
  status: SpecStatus | null;
}

type Totals = Omit<ProgressDay, "date">;

/**
 * Returns the totals of each day with events, and of today, going back from those of now. `events` are the oldest first and
 * may begin late.
 */
export function burnUp(
  now: Totals,
  events: readonly BurningEvent[],
  specs: ReadonlyMap<string, BurningSpec>,
  today: string,
): ProgressDay[] {
  const left = statusesBeforeLeaving(events);
  const statusOf = new Map<string, SpecStatus | null>();
  const totals = { ...now };
  const days: ProgressDay[] = [{ date: today, ...now }];
  let day = today;
  for (const event of events.toReversed()) {
    const date = event.at.slice(0, 10);
    if (date < day) {
      days.push({ date, ...totals });
      day = date;
    }
    const { specId } = event;
    const spec = specs.get(specId) ?? { effort: 0, status: null };
    const after = statusOf.has(specId) ? (statusOf.get(specId) ?? null) : spec.status;
    const before = statusBefore(event, after, left);
    add(totals, after, spec.effort, -1);
    add(totals, before, spec.effort, 1);
    statusOf.set(specId, before);
  }
  return days.toReversed();
}

/** Returns a spec's status before an event; null if it wasn't in the plans. */
function statusBefore(
  event: BurningEvent,
  after: SpecStatus | null,
  left: ReadonlyMap<BurningEvent, SpecStatus>,
): SpecStatus | null {
  if (event.type === "spec.updated") return after === null ? null : (event.data.from ?? after);
  if (comes(event)) return null;
  return after ?? left.get(event) ?? "TODO";
}

const comes = (event: BurningEvent): boolean =>
  event.type === "spec.created" ||
  event.type === "spec.restored" ||
  (event.type === "spec.moved" && event.data.from !== undefined);

/** Returns the statuses of specs when they left, as far as earlier events tell. */
function statusesBeforeLeaving(events: readonly BurningEvent[]): Map<BurningEvent, SpecStatus> {
  const last = new Map<string, SpecStatus>();
  const left = new Map<BurningEvent, SpecStatus>();
  for (const event of events) {
    if (event.type === "spec.updated") {
      if (event.data.to !== undefined) last.set(event.specId, event.data.to);
    } else if (!comes(event)) left.set(event, last.get(event.specId) ?? "TODO");
  }
  return left;
}

function add(totals: Totals, status: SpecStatus | null, effort: number, sign: 1 | -1): void {
  if (status === null || status === "CANCELLED") return;
  totals.specs += sign;
  totals.effort += sign * effort;
  if (status !== "DONE") return;
  totals.done += sign;
  totals.effortDone += sign * effort;
}
