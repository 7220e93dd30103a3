import type { SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { deletedHolders } from "../specs/deleted/rows.ts";
import { basesOf, readableSpecs, specsOf } from "./store.ts";

/** One of our specs, without content. */
export type KnownSpec = Awaited<ReturnType<typeof specsOf>>[number] & { status: SpecStatus };
/** The last imported source, without texts. */
export type KnownBase = Awaited<ReturnType<typeof basesOf>>[number];

/** The state of a plan before an import. */
export interface Known {
  base: KnownBase | undefined;
  specs: ReadonlyMap<string, KnownSpec>;
  specOfRef: ReadonlyMap<string, KnownSpec>;
  baseOfSpec: ReadonlyMap<string, KnownBase>;
  baseOfRef: ReadonlyMap<string, KnownBase>;
  /** References of restorable deleted specs. */
  deletedRefs: ReadonlySet<string>;
  /** Imported specs now in other readable plans. */
  elsewhere: ReadonlySet<string>;
}

/** Returns the state of plans by id, in a constant number of queries. */
export async function knownOf(
  db: Db,
  actor: Actor,
  planIds: readonly string[],
): Promise<(planId: string) => Known> {
  if (planIds.length === 0) return () => knownFrom([], [], new Set(), []);
  const bases = await basesOf(db, actor.workspaceId, planIds);
  const specs = await specsOf(db, actor.workspaceId, planIds);
  const planOf = new Map(specs.map((spec) => [spec.id, spec.plan_id]));
  const left = bases.filter((base) => base.kind === "spec" && planOf.get(base.item_id) !== base.plan_id);
  const elsewhere = await readableSpecs(
    db,
    actor,
    left.map(({ item_id }) => item_id),
  );
  const deleted = await deletedHolders(db, actor.workspaceId, planIds);
  const deletedOfPlan = Map.groupBy(deleted, ({ plan_id }) => plan_id);
  const basesOfPlan = Map.groupBy(bases, ({ plan_id }) => plan_id);
  const specsOfPlan = Map.groupBy(specs, ({ plan_id }) => plan_id);
  return (planId) =>
    knownFrom(
      basesOfPlan.get(planId) ?? [],
      specsOfPlan.get(planId) ?? [],
      elsewhere,
      deletedOfPlan.get(planId) ?? [],
    );
}

function knownFrom(
  bases: readonly KnownBase[],
  specs: readonly KnownSpec[],
  elsewhere: ReadonlySet<string>,
  deleted: readonly { external_ref: string | null }[],
): Known {
  const ofSpecs = bases.filter(({ kind }) => kind === "spec");
  return {
    base: bases.find(({ kind }) => kind === "plan"),
    specs: new Map(specs.map((spec) => [spec.id, spec])),
    specOfRef: new Map(
      specs.flatMap((spec) => (spec.external_ref === null ? [] : [[spec.external_ref, spec] as const])),
    ),
    baseOfSpec: new Map(ofSpecs.map((base) => [base.item_id, base])),
    baseOfRef: new Map(ofSpecs.map((base) => [base.external_ref, base])),
    elsewhere,
    deletedRefs: new Set(deleted.flatMap(({ external_ref }) => external_ref ?? [])),
  };
}
