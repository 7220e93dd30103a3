import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { handleNumber } from "../handles.ts";
import { plansReadableBy } from "../plans/access.ts";
import type { StoredSpec } from "./stored-specs.ts";

/** Returns the number of the plan that a need names; null for one within its own plan, and for a `ref`. */
const planNumberOf = (need: string): number | null => {
  const [plan = "", spec] = need.split("/");
  return spec === undefined ? null : handleNumber("PLAN", plan);
};

/** Returns a test for needs of suggested specs: those in plans that the reader can't read are hidden. */
export async function readableNeeds(
  db: Db,
  actor: Actor,
  specs: readonly StoredSpec[],
): Promise<(need: string) => boolean> {
  const refs = new Set(specs.map(({ ref }) => ref));
  const named = specs.flatMap(({ needsFirst }) => needsFirst.filter((need) => !refs.has(need)));
  const numbers = [...new Set(named.flatMap((need) => planNumberOf(need) ?? []))];
  if (numbers.length === 0) return () => true;
  const rows = await plansReadableBy(db, actor)
    .clearSelect()
    .select("plans.number")
    .where(isOneOf(db, "plans.number", numbers))
    .execute();
  const readable = new Set(rows.map(({ number }) => number));
  return (need) => {
    const number = refs.has(need) ? null : planNumberOf(need);
    return number === null || readable.has(number);
  };
}
