import { getPlan, getProject } from "@groundplan/contract";
import { prefetch, read, readAll } from "../../api/read.ts";
import { contextAt } from "../context/endpoints.ts";
import { formatsAt } from "../formats/endpoints.ts";
import { instructionsAt } from "../instructions/endpoints.ts";
import { skillsAt } from "../skills/endpoints.ts";
import { type Place, placeOf } from "./place.ts";

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
function around(params: Params): Place {
  const place = placeOf(params);
  if (place.kind !== "workspace") prefetch(read(getProject, { params: place.params }));
  if (place.kind === "plan") prefetch(read(getPlan, { params: place.params }));
  return place;
}

export function context(params: Params): void {
  const place = around(params);
  prefetch(readAll(contextAt(place).list, { params: place.params }, "sources"));
}

export function source({ sourceId = "", ...params }: Params): void {
  const place = around(params);
  prefetch(read(contextAt(place).get, { params: { ...place.params, sourceId } }));
}

export function skills(params: Params): void {
  const place = around(params);
  prefetch(readAll(skillsAt(place).list, { params: place.params }, "skills"));
}

export function skill({ slug = "", ...params }: Params): void {
  const place = around(params);
  prefetch(read(skillsAt(place).get, { params: { ...place.params, slug } }));
}

export function formats(params: Params): void {
  const place = around(params);
  prefetch(readAll(formatsAt(place).list, { params: place.params }, "formats"));
}

export function format({ kind = "", ...params }: Params): void {
  const place = around(params);
  prefetch(read(formatsAt(place).get, { params: { ...place.params, kind } }));
}

export function instructions(params: Params): void {
  const place = around(params);
  prefetch(read(instructionsAt(place).get, { params: place.params }));
}
