import { importedRef, type Tree, type TreePlan, type TreeSpec } from "../tree.ts";
import type { Field, Fields } from "./kept-format.ts";

/** Returns which fields differ from the last import. */
export function changedFields(spec: TreeSpec, links: Links): Field[] {
  const { base } = spec;
  if (!base) return [];
  const fields: Field[] = [];
  if (base.title !== null && base.title !== spec.title) fields.push("title");
  if (base.status !== null && base.status !== spec.status) fields.push("status");
  // What the import left open is none.
  if ((base.effort ?? 0) !== (spec.effort ?? 0)) fields.push("effort");
  const needs = links.needsOf(spec);
  const imported = new Set<string>(JSON.parse(base.needs ?? "[]") as string[]);
  if (new Set(needs).symmetricDifference(imported).size > 0) fields.push("needs");
  if ((base.parent_ref ?? "") !== links.parentOf(spec)) fields.push("parent");
  return fields;
}

/** Returns the current fields of a spec, or of a plan without one. */
export function fieldsOf(plan: TreePlan, spec: TreeSpec | null, links: Links): Fields {
  if (spec)
    return {
      titleBefore: spec.base?.title ?? "",
      title: spec.title,
      status: spec.status,
      effort: spec.effort,
      needs: links.needsOf(spec),
      parent: links.parentOf(spec),
      updatedAt: spec.updatedAt,
    };
  const none = { status: "TODO" as const, effort: null, needs: [], parent: "", updatedAt: plan.createdAt };
  return { titleBefore: plan.base?.title ?? "", title: plan.name, ...none };
}

/** References of needs and parents; a spec that was made here has its handle. */
export interface Links {
  needsOf(spec: TreeSpec): string[];
  parentOf(spec: TreeSpec): string;
}

/** Returns the references of specs as they were imported. */
export function linksIn({ plans, refOf: outside }: Tree): Links {
  const refs = new Map(
    plans.flatMap(({ handle, specs }) =>
      specs.map((spec) => [spec.id, importedRef(spec) || `${handle}/${spec.handle}`]),
    ),
  );
  const refOf = (id: string) => refs.get(id) ?? outside(id);
  return {
    needsOf: ({ needs }) => needs.map(refOf),
    parentOf: ({ parentId }) => (parentId === null ? "" : refOf(parentId)),
  };
}
