import type { BatchSpec } from "@groundplan/contract";
import { ApiError, invalid } from "../../../errors.ts";
import type { FindSpec, NamedSpec } from "./find-specs.ts";

/** A new spec with its future id and resolved references. */
export interface ResolvedSpec {
  id: string;
  body: BatchSpec;
  /** JSON Pointer of the body. */
  path: string;
  parent: string | null;
  needs: NamedSpec[];
}

/** A new spec whose references are not yet resolved. */
export type UnresolvedSpec = Pick<ResolvedSpec, "id" | "body" | "path">;

/** Returns ids by `ref`. */
export function idsOfRefs(specs: readonly UnresolvedSpec[]): Map<string, string> {
  const idOfRef = new Map<string, string>();
  for (const { id, body, path } of specs) {
    if (body.ref === undefined) continue;
    if (idOfRef.has(body.ref)) throw invalid(`${path}/ref`, "is used twice in this batch");
    idOfRef.set(body.ref, id);
  }
  return idOfRef;
}

export const referencesOf = (body: Pick<BatchSpec, "needsFirst" | "parentSpecId">): string[] => [
  ...(body.needsFirst ?? []),
  ...(typeof body.parentSpecId === "string" ? [body.parentSpecId] : []),
];

export function resolve(spec: UnresolvedSpec, find: FindSpec, planId: string): ResolvedSpec {
  const { body, path } = spec;
  const parent =
    typeof body.parentSpecId === "string" ? find(body.parentSpecId, `${path}/parentSpecId`) : null;
  if (parent && parent.plan.id !== planId)
    throw invalid(`${path}/parentSpecId`, "must be a spec of the same plan");
  return { ...spec, parent: parent?.id ?? null, needs: needsOfBody(body, find, path) };
}

/** Returns the specs in a body's `needsFirst`, each once. */
export function needsOfBody(
  { needsFirst = [] }: Pick<BatchSpec, "needsFirst">,
  find: FindSpec,
  path: string,
): NamedSpec[] {
  const needs = needsFirst.map((reference, n) => find(reference, `${path}/needsFirst/${n}`));
  return [...new Map(needs.map((need) => [need.id, need])).values()];
}

/** Throws if new specs form a cycle of needs or parents, which only their own batch can. */
export function refuseCycles(specs: readonly ResolvedSpec[]): void {
  refuseCycle(specs, ({ needs }) => needs.map(({ id }) => id));
  refuseCycle(specs, ({ parent }) => (parent === null ? [] : [parent]));
}

function refuseCycle(specs: readonly ResolvedSpec[], next: (spec: ResolvedSpec) => string[]): void {
  const byId = new Map(specs.map((spec) => [spec.id, spec]));
  const done = new Set<ResolvedSpec>();
  for (const start of specs) {
    const path: ResolvedSpec[] = [];
    const onPath = new Set<ResolvedSpec>();
    const stack: { at: ResolvedSpec; rest: ResolvedSpec[] }[] = [];
    const enter = (at: ResolvedSpec) => {
      path.push(at);
      onPath.add(at);
      stack.push({ at, rest: next(at).flatMap((id) => byId.get(id) ?? []) });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = top.rest.pop();
      if (to === undefined) {
        stack.pop();
        path.pop();
        onPath.delete(top.at);
        done.add(top.at);
      } else if (onPath.has(to)) {
        const cycle = path.slice(path.indexOf(to)).map((at) => at.body.ref ?? at.path);
        throw new ApiError(
          "dependency_cycle",
          "Specs of this batch need each other in a cycle. Remove one of the dependencies.",
          { cycle },
        );
      } else if (!done.has(to)) enter(to);
    }
  }
}
