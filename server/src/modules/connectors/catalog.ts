import type { TrackerTarget } from "@groundplan/contract";
import { invalid, notFound } from "../../errors.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackers } from "../trackers/registry.ts";

/** A service that a workspace can connect: trackers so far. */
export type CatalogEntry = TrackerDefinition;

export const catalog: readonly CatalogEntry[] = trackers;

/** Returns the entry of a connector. Throws 404 where it is not in the catalog. */
export function catalogEntry(connectorId: string): CatalogEntry {
  const entry = catalog.find(({ id }) => id === connectorId);
  if (!entry) throw notFound("connector");
  return entry;
}

/**
 * Returns a target as one text, under which the ledger keeps what was pushed. Throws 400 for a target of another
 * tracker's kind.
 */
export function targetName({ targetField, targetCase, label }: CatalogEntry, target: TrackerTarget): string {
  const name = (target as Record<string, string | undefined>)[targetField];
  if (name === undefined) throw invalid("/target", `must be {"${targetField}"} for ${label}`);
  return targetCase === "lower" ? name.toLowerCase() : name.toUpperCase();
}
