import type { NewSuggestedSpec } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import { ApiError } from "../../../errors.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { documentFor } from "../../documents/access.ts";
import { saveSuggestion } from "../../suggestions/create-suggestion.ts";
import type { LookedUp } from "../../suggestions/look-up-quotes.ts";
import { changeSpecs, keepOfRun, keepSpecs, suggestionOfRun } from "../../suggestions/of-run.ts";
import { type StoredSpec, versionOf } from "../../suggestions/stored-specs.ts";
import { suggestSpecs } from "../../suggestions/suggest-specs.ts";
import { starterOf } from "../starter.ts";
import { changeRun, type RunRow } from "../store.ts";

/** Specs that a run proposes, with their quotes as they were looked up. */
export interface ProposedSpecs {
  /** The new ones, and those that replace others of the same `ref`. */
  specs: NewSuggestedSpec[];
  lookedUp: LookedUp[];
  /** Names that stand in nothing that was read, by `ref`. */
  unseen: Record<string, string[]>;
}

/** Keeps a run's proposed specs in its one suggestion, which the first ones create. Returns its id. */
export async function proposeSpecs(tx: Tx, run: RunRow, proposed: ProposedSpecs): Promise<string> {
  const actor = await requireStarter(tx, run);
  const document = await documentFor(tx, actor, run.plan_id);
  const current = run.suggestion_id;
  if (current !== null) {
    const before = await openSpecs(tx, run, current);
    const given = new Set(proposed.specs.map(({ ref }) => ref));
    const besides = before.filter(({ ref }) => !given.has(ref));
    const made = await suggestSpecs(tx, actor, document, proposed.specs, proposed.lookedUp, besides);
    await changeSpecs(tx, actor, document, current, merged(before, withUnseen(made, proposed)));
    return current;
  }
  const { suggestionId } = await saveSuggestion(tx, actor, {
    params: { documentId: run.plan_id },
    query: {},
    body: {
      baseRevision: String(document.revision),
      hunks: [],
      specs: proposed.specs,
      message: "Drafted by the planning agent.",
    },
    prepared: proposed.lookedUp,
  });
  const of = { workspaceId: run.workspace_id, suggestionId, runId: run.id };
  await keepOfRun(tx, of);
  const made = await suggestionOfRun(tx, of);
  if (made) await keepSpecs(tx, of, withUnseen(made.specs, proposed));
  await changeRun(tx, run, { suggestion_id: suggestionId });
  return suggestionId;
}

/** Returns specs with others, as their next versions, in the places of their `ref`, and new ones at the end. */
function merged(before: readonly StoredSpec[], made: readonly StoredSpec[]): StoredSpec[] {
  const specs = new Map(before.map((spec) => [spec.ref, spec]));
  for (const spec of made) {
    const replaced = specs.get(spec.ref);
    specs.set(spec.ref, replaced ? Object.assign(spec, { version: versionOf(replaced) + 1 }) : spec);
  }
  return [...specs.values()];
}

const withUnseen = (specs: readonly StoredSpec[], { unseen }: ProposedSpecs): StoredSpec[] =>
  specs.map((spec) => {
    const names = unseen[spec.ref];
    return names === undefined || names.length === 0 ? spec : Object.assign(spec, { unseen: names });
  });

/** Returns the starter as they are now. Throws 403 once the credential has ended. */
export async function requireStarter(tx: Tx, run: RunRow): Promise<Actor> {
  const actor = await starterOf(tx, run);
  if (!actor) throw new ApiError("forbidden", "The run's starter can't act any more.");
  return actor;
}

/** Returns the specs of the run's suggestion. Throws 409 once it was decided. */
async function openSpecs(tx: Tx, run: RunRow, suggestionId: string): Promise<StoredSpec[]> {
  const found = await suggestionOfRun(tx, { workspaceId: run.workspace_id, suggestionId });
  if (found?.state === "open") return found.specs;
  const state = found?.state ?? "withdrawn";
  throw new ApiError("not_open", `The person has decided already: the proposal is ${state}. Finish.`);
}
