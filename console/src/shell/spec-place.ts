import { getSpec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "../api/is-not-found.ts";
import { read } from "../api/read.ts";
import type { Place } from "./place.ts";

/** Returns the plan's spec with the typed handle at once, until it is known not to exist. */
export function useSpecPlace(typed: string, projectSlug = "", planShortId = ""): readonly Place[] {
  const specShortId = typed.trim().toUpperCase();
  const isOne = planShortId !== "" && /^SPEC-[1-9]\d{0,8}$/.test(specShortId);
  const params = { projectSlug, planShortId, specShortId };
  const { data, error } = useQuery({ ...read(getSpec, { params }), enabled: isOne });
  if (!isOne || isNotFound(error)) return [];
  const plan = `/projects/${encodeURIComponent(projectSlug)}/plans/${planShortId}`;
  return [
    {
      to: `${plan}/specs/${specShortId}`,
      name: data?.spec.title ?? `${specShortId} of ${planShortId}`,
      kind: `${planShortId} ${specShortId}`,
    },
  ];
}
