import type { Tree, TreePlan, TreeSpec } from "../tree.ts";
import { changedFields, fieldsOf, type Links, linksIn } from "./changed-fields.ts";
import type { Field, Fields } from "./kept-format.ts";
import type { Place } from "./place.ts";

/** A part of a file with its text as imported and as it is here. */
export interface Item {
  place: Place;
  /** `PLAN-1/SPEC-2`. */
  handle: string;
  /** Null if the import took no text from it. */
  base: string | null;
  /** Null if the item is gone from the plan. */
  here: string | null;
  spec: TreeSpec | null;
  fields: Fields | null;
  changed: readonly Field[];
}

/** Returns the parts of all files of these plans. */
export function itemsOf(tree: Tree, plans: readonly TreePlan[]): Item[] {
  const links = linksIn(tree);
  return plans.flatMap((plan) => itemsOfPlan(plan, links));
}

export const isUnchanged = ({ base, here, changed }: Item): boolean =>
  (base === null || base === here) && changed.length === 0;

function itemsOfPlan(plan: TreePlan, links: Links): Item[] {
  const items: Item[] = [];
  const add = (place: TreePlan["place"], item: Omit<Item, "place">) => {
    if (place) items.push({ place: placeOf(place), ...item });
  };
  const nothing = { spec: null, fields: null, changed: [] };
  const isRenamed = plan.base?.title != null && plan.base.title !== plan.name;
  add(plan.place, {
    handle: plan.handle,
    base: plan.base?.content ?? null,
    here: plan.description,
    spec: null,
    fields: fieldsOf(plan, null, links),
    changed: isRenamed ? ["title"] : [],
  });
  for (const spec of plan.specs)
    add(spec.place, {
      handle: `${plan.handle}/${spec.handle}`,
      base: spec.base?.content ?? null,
      here: spec.content,
      spec,
      fields: fieldsOf(plan, spec, links),
      changed: changedFields(spec, links),
    });
  for (const source of plan.sources)
    add(source.place, {
      ...nothing,
      handle: plan.handle,
      base: source.base?.text ?? null,
      here: source.text,
    });
  for (const gone of plan.gonePlaces) add(gone, { ...nothing, handle: plan.handle, base: "", here: null });
  return items;
}

const placeOf = ({ path, from_byte, to_byte }: NonNullable<TreePlan["place"]>): Place => ({
  path,
  from: from_byte,
  to: to_byte,
});
