import {
  acceptSuggestion,
  getGraph,
  getPlan,
  getSuggestion,
  listPlans,
  listSpecs,
  listSuggestions,
  type Reply,
  type Suggestion,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";

/** What a person changed in a proposed spec before taking it. */
export interface SpecEdit {
  /** The version of the spec that was changed. */
  version: number;
  title: string;
  content: string;
  effort: number | null;
}

export type Edits = ReadonlyMap<string, SpecEdit>;

/**
 * Accepts the specs that aren't left out, in the versions that are shown, with the changes made to them. Returns the
 * needs that were dropped with those left out.
 */
export async function acceptSpecs(
  { id: suggestionId, documentId, specs }: Suggestion,
  left: ReadonlySet<string>,
  edits: Edits,
): Promise<Reply<typeof acceptSuggestion>["dropped"]> {
  const taken = specs
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, version }) => Object.assign({ ref, version }, edits.get(ref)));
  const { dropped } = await call(acceptSuggestion, {
    params: { documentId, suggestionId },
    body: { specs: taken },
  });
  await invalidate(getSuggestion, listSuggestions, listSpecs, getPlan, listPlans, getGraph);
  return dropped;
}
