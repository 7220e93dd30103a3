import type { PlanStatus, SpecStatus } from "@groundplan/contract";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { handleNumber } from "../../handles.ts";
import type { LinkedText } from "../token.ts";

/** Specs on a page, and characters of their texts, of which one may have more. */
const mostSpecs = 50;
const mostCharacters = 512 * 1024;

export interface ShownPlan {
  id: string;
  number: number;
  name: string;
  status: PlanStatus;
  spec_count: number;
  parent_plan_id: string | null;
}

export interface ShownSpec {
  id: string;
  number: number;
  title: string;
  content: string;
  status: SpecStatus;
  effort: number | null;
  needs: { number: number; title: string; plan_id: string; plan_number: number }[];
}

/** A page of a link: a plan with some of its specs, or a single spec. */
export interface LinkedPage {
  plan: (ShownPlan & { description: string | null }) | null;
  /** The plans right below that the link shows. */
  subPlans: ShownPlan[];
  /** The plan above, if the link shows it. */
  parent: ShownPlan | null;
  specs: ShownSpec[];
  /** The number of the last spec, if more follow. */
  next: number | null;
  owner: string | null;
}

/** Where in a link a page is. */
export interface PagePlace {
  /** A sub-plan's handle; the link's plan by default. */
  handle?: string | undefined;
  /** The handle of the spec after which it begins. */
  after?: string | undefined;
}

/** Reads a page; null if the link shows none there. */
export async function readPage(db: Db, link: LinkedText, place: PagePlace): Promise<LinkedPage | null> {
  if (link.spec_id !== "") return place.handle || place.after ? null : singleSpec(db, link);
  const plans = await plansOf(db, link);
  const number = place.handle === undefined ? null : handleNumber("PLAN", place.handle);
  const plan = plans.find(({ id, number: own }) =>
    place.handle === undefined ? id === link.plan_id : own === number,
  );
  if (!plan) return null;
  const found = await specsOf(db, link, plan, place.after);
  const text = await descriptionOf(db, link, plan);
  if (!found || !text) return null;
  return {
    plan: Object.assign(plan, text),
    subPlans: plans.filter(({ parent_plan_id, id }) => parent_plan_id === plan.id && id !== link.plan_id),
    parent: plan.id === link.plan_id ? null : (plans.find(({ id }) => id === plan.parent_plan_id) ?? null),
    specs: await withNeeds(db, link, found.specs, plans),
    next: found.next,
    owner: link.names === 1 ? await ownerOf(db, link) : null,
  };
}

const descriptionOf = (db: Db, { workspace_id }: LinkedText, { id }: ShownPlan) =>
  db
    .selectFrom("plans")
    .select("description")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .executeTakeFirst();

/** Returns the plans that a link shows, by position, without their texts. */
export async function plansOf(
  db: Db,
  { workspace_id, plan_id, sub_plans }: LinkedText,
): Promise<ShownPlan[]> {
  const columns = ["id", "number", "name", "status", "spec_count", "parent_plan_id"] as const;
  const shown: ShownPlan[] = [];
  for (let ids = [plan_id], isFirst = true; ids.length > 0; isFirst = false) {
    const rows = await db
      .selectFrom("plans")
      .select(columns)
      .where("workspace_id", "=", workspace_id)
      .where(isOneOf(db, isFirst ? "id" : "parent_plan_id", ids))
      .where("archived_at", "is", null)
      .orderBy("position")
      .execute();
    shown.push(...rows);
    ids = sub_plans === 1 ? rows.map(({ id }) => id) : [];
  }
  return shown;
}

type Found = Omit<ShownSpec, "needs">;
const columns = ["id", "number", "title", "content", "status", "effort"] as const;

async function singleSpec(db: Db, link: LinkedText): Promise<LinkedPage | null> {
  const spec = await db
    .selectFrom("specs")
    .select(columns)
    .where("workspace_id", "=", link.workspace_id)
    .where("id", "=", link.spec_id)
    .where("plan_id", "=", link.plan_id)
    .executeTakeFirst();
  if (!spec) return null;
  const specs = [Object.assign(spec, { needs: [] })];
  return { plan: null, subPlans: [], parent: null, specs, next: null, owner: null };
}

/** Returns the plan's specs from a place on, as many as fit; null if there is no such place. */
async function specsOf(
  db: Db,
  { workspace_id }: LinkedText,
  plan: ShownPlan,
  after: string | undefined,
): Promise<{ specs: Found[]; next: number | null } | null> {
  const all = db.selectFrom("specs").where("workspace_id", "=", workspace_id).where("plan_id", "=", plan.id);
  let following = all;
  if (after !== undefined) {
    const last = await all
      .select(["position", "id"])
      .where("number", "=", handleNumber("SPEC", after) ?? 0)
      .executeTakeFirst();
    if (!last) return null;
    following = all
      .where("position", ">=", last.position)
      .where((where) => where.or([where("position", ">", last.position), where("id", ">", last.id)]));
  }
  const sizes = await following
    .select((row) => ["id", "number", row.fn<number>("length", ["content"]).as("characters")])
    .orderBy("position")
    .orderBy("id")
    .limit(mostSpecs + 1)
    .execute();
  let characters = 0;
  const fitting = sizes.slice(0, mostSpecs).filter(({ characters: more }, index) => {
    characters += more;
    return index === 0 || characters <= mostCharacters;
  });
  const rows = await all
    .select(columns)
    .where(
      isOneOf(
        db,
        "id",
        fitting.map(({ id }) => id),
      ),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const specs = fitting.flatMap(({ id }) => byId.get(id) ?? []);
  return { specs, next: fitting.length < sizes.length ? (fitting.at(-1)?.number ?? null) : null };
}

/** Adds the needs whose other end the link shows. */
async function withNeeds(
  db: Db,
  { workspace_id }: LinkedText,
  specs: readonly Found[],
  plans: readonly ShownPlan[],
): Promise<ShownSpec[]> {
  if (specs.length === 0) return [];
  const numbers = new Map(plans.map(({ id, number }) => [id, number]));
  const rows = await db
    .selectFrom("dependencies")
    .innerJoin("specs as needed", (join) =>
      join
        .onRef("needed.workspace_id", "=", "dependencies.workspace_id")
        .onRef("needed.id", "=", "dependencies.to_id"),
    )
    .select(["dependencies.from_id", "needed.number", "needed.title", "needed.plan_id"])
    .where("dependencies.workspace_id", "=", workspace_id)
    .where(
      isOneOf(
        db,
        "dependencies.from_id",
        specs.map(({ id }) => id),
      ),
    )
    .orderBy("needed.number")
    .execute();
  const shown = rows.flatMap((row) => {
    const plan_number = numbers.get(row.plan_id);
    return plan_number === undefined ? [] : [Object.assign(row, { plan_number })];
  });
  const needs = Map.groupBy(shown, ({ from_id }) => from_id);
  return specs.map((spec) => Object.assign(spec, { needs: needs.get(spec.id) ?? [] }));
}

/** Returns the name of the owner of the plan's tree. */
async function ownerOf(db: Db, { workspace_id, plan_id }: LinkedText): Promise<string | null> {
  const row = await db
    .selectFrom("plans")
    .innerJoin("plans as root", (join) =>
      join.onRef("root.workspace_id", "=", "plans.workspace_id").onRef("root.id", "=", "plans.root_plan_id"),
    )
    .innerJoin("users", "users.id", "root.owner_user_id")
    .select("users.name")
    .where("plans.workspace_id", "=", workspace_id)
    .where("plans.id", "=", plan_id)
    .executeTakeFirst();
  return row?.name ?? null;
}
