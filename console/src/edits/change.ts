import type { Endpoint } from "@groundplan/contract";
import type { QueryKey } from "@tanstack/react-query";

interface Thing {
  id: string;
}

/** Returns a change of one resource, alone or in lists. */
export const changeOf =
  (reads: readonly Endpoint[], id: string, changes: object) =>
  (data: unknown, [path]: QueryKey): unknown =>
    reads.some((endpoint) => endpoint.path === path) ? changed(data, id, changes) : data;

function changed(data: unknown, id: string, changes: object): unknown {
  if (Array.isArray(data)) {
    const at = (data as Thing[]).findIndex((item) => item.id === id);
    return at < 0 ? data : data.with(at, { ...data[at], ...changes });
  }
  for (const [name, value] of Object.entries(data ?? {}))
    if (isThing(value) && value.id === id) return { ...(data as object), [name]: { ...value, ...changes } };
  return data;
}

const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && "id" in value;
