import { getPlan, getProject } from "@groundplan/contract";
import { prefetch, read, readAll } from "../api/read.ts";
import { contextAt } from "../pages/context/endpoints.ts";
import { formatsAt } from "../pages/formats/endpoints.ts";
import { instructionsAt } from "../pages/instructions/endpoints.ts";
import { skillsAt } from "../pages/skills/endpoints.ts";
import { type Scope, scopeOf } from "../planning/scope/scope.ts";

export interface Params {
  projectSlug?: string;
  planShortId?: string;
  sourceId?: string;
  slug?: string;
  kind?: string;
  seq?: string;
}

/* Loaded on demand, because these endpoints are many. */

/** Prefetches what surrounds a page of a scope. */
function around(params: Params): Scope {
  const scope = scopeOf(params);
  if (scope.kind !== "workspace") prefetch(read(getProject, { params: scope.params }));
  if (scope.kind === "plan") prefetch(read(getPlan, { params: scope.params }));
  return scope;
}

export function context(params: Params): void {
  const scope = around(params);
  prefetch(readAll(contextAt(scope).list, { params: scope.params }, "sources"));
}

export function source({ sourceId = "", ...params }: Params): void {
  const scope = around(params);
  prefetch(read(contextAt(scope).get, { params: { ...scope.params, sourceId } }));
}

export function skills(params: Params): void {
  const scope = around(params);
  prefetch(readAll(skillsAt(scope).list, { params: scope.params }, "skills"));
}

export function skill({ slug = "", ...params }: Params): void {
  const scope = around(params);
  prefetch(read(skillsAt(scope).get, { params: { ...scope.params, slug } }));
}

export function formats(params: Params): void {
  const scope = around(params);
  prefetch(readAll(formatsAt(scope).list, { params: scope.params }, "formats"));
}

export function format({ kind = "", ...params }: Params): void {
  const scope = around(params);
  prefetch(read(formatsAt(scope).get, { params: { ...scope.params, kind } }));
}

export function instructions(params: Params): void {
  const scope = around(params);
  prefetch(read(instructionsAt(scope).get, { params: scope.params }));
}
