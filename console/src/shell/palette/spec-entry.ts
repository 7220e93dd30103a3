import { getSpec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "../../api/is-not-found.ts";
import { read } from "../../api/read.ts";
import type { PaletteEntry } from "./palette-entry.ts";

/** Returns the plan's spec with the typed handle at once, until it is known not to exist. */
export function useSpecEntry(typed: string, projectSlug = "", planShortId = ""): readonly PaletteEntry[] {
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
