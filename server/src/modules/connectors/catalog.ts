import type { TrackerTarget } from "@groundplan/contract";
import { invalid, notFound } from "../../errors.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackers } from "../trackers/registry.ts";

/** Returns the entry of a connector in the catalog, which lists trackers so far. Throws 404 where it is not there. */
export function catalogEntry(connectorId: string): TrackerDefinition {
  const entry = trackers.find(({ id }) => id === connectorId);
  if (!entry) throw notFound("connector");
  return entry;
}

/**
 * Returns a target as one text, under which the ledger keeps what was pushed. Throws 400 for a target of another
 * tracker's kind.
 */
export function targetName(
  { targetField, targetCase, label }: TrackerDefinition,
  target: TrackerTarget,
): string {
  const name = (target as Record<string, string | undefined>)[targetField];
  if (name === undefined) throw invalid("/target", `must be {"${targetField}"} for ${label}`);
  return targetCase === "lower" ? name.toLowerCase() : name.toUpperCase();
}
