import { acceptSuggestion, type Input, type Reply, type SpecSummary } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { dropHunks } from "../../anchors/suggestions.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { MinimalReply } from "../../dispatch/minimal-reply.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import type { Context } from "../context.ts";
import { type Discussion, requireMaintain, requireSuggest } from "../documents/access.ts";
import { aboutDocument } from "../documents/discussion.ts";
import { presentDocument } from "../documents/present.ts";
import { specHandle } from "../handles.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { loadAfterWrite, type PlanRow } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { summarizeSpecs } from "../specs/summary.ts";
import { requireUndecided, type SuggestionPath, suggestionFor } from "./access.ts";
import { applyText } from "./apply-text.ts";
import { suggestionData } from "./events.ts";
import { type LookedUp, lookUpAgain } from "./look-up-quotes.ts";
import { anchorsOfHunks, hunksInText } from "./present.ts";
import { shownSuggestion } from "./read-suggestions.ts";
import { type SuggestionRow, updateSuggestion } from "./store.ts";
import { type StoredSpec, storedSpecs } from "./stored-specs.ts";
import { replacedSince, type TakenResult, takenSpecs, takeSpecs } from "./take-specs.ts";

type Body = Input<typeof acceptSuggestion>["body"];

/** What acceptance created, as it is kept for replays: handles, or summaries if the caller prefers the minimal form. */
type Made = Pick<TakenResult, "dropped"> &
  ({ specs: Record<string, string> } | { summaries: Record<string, SpecSummary> });

/** Accepts a suggestion. An action, since the answered document contains the service's address. */
export const suggestionAccept = action(
  acceptSuggestion,
  async (context: Context, actor: Actor, { params, query, body, returnMinimal }, { claim }) => {
    const lookedUp = await lookUpTaken(context.db, actor, params, query, body);
    const asked = { actor, path: params, query, body, isMinimal: returnMinimal === true };
    const made = await context.writer.run(accept, { ...asked, lookedUp, claim });
    context.jobs.wake();
    return { body: withMade(await shown(context, actor, params, query), made) };
  },
  // Replays show the current state to those who can read it.
  {
    discloses: disclosesNothing,
    replay: {
      keep: (reply: Reply<typeof acceptSuggestion> | MinimalReply): Made => {
        if (!(reply instanceof MinimalReply)) return { specs: reply.specs, dropped: reply.dropped };
        const { specs: summaries, dropped } = reply.body as MinimalBody;
        return { summaries, dropped };
      },
      // Earlier versions kept null.
      answer: async (context: Context, actor, { params, query }, made: Made | null) =>
        withMade(await shown(context, actor, params, query), made ?? { specs: {}, dropped: [] }),
    },
  },
);

/** The part of a minimal answer that is kept. */
type MinimalBody = Pick<TakenResult, "dropped"> & { specs: Record<string, SpecSummary> };

/** Returns the current suggestion and document. */
async function shown(context: Context, actor: Actor, path: SuggestionPath, query: Discussion) {
  const { document, suggestion } = await suggestionFor(context.db, actor, path, query);
  return {
    suggestion: await shownSuggestion(context.db, actor, suggestion),
    document: (await presentDocument(context, actor, document)).document,
  };
}

/** Returns the answer, in the form in which its specs were kept. */
function withMade({ suggestion, document }: Awaited<ReturnType<typeof shown>>, made: Made) {
  const { dropped } = made;
  if ("specs" in made) return { suggestion, document, specs: made.specs, dropped };
  const { id, state, revision, proposalId } = suggestion;
  return new MinimalReply({
    suggestion: { id, state, revision, proposalId },
    document,
    specs: made.summaries,
    dropped,
  });
}

/** Looks up the quotes of a suggestion before the transaction, for who may accept it. */
async function lookUpTaken(
  db: Db,
  actor: Actor,
  path: SuggestionPath,
  query: Discussion,
  body: Body,
): Promise<LookedUp[]> {
  const { document, suggestion } = await suggestionFor(db, actor, path, query);
  requireSuggest(requireMaintain(document));
  if (suggestion.state !== "open" || body.specs?.length === 0) return [];
  return lookUpAgain(db, actor.workspaceId, storedSpecs(suggestion));
}

interface Accept {
  actor: Actor;
  path: SuggestionPath;
  query: Discussion;
  body: Body;
  isMinimal: boolean;
  lookedUp: LookedUp[];
  claim?: ActionClaim | undefined;
}

/** Applies a suggestion as the actor's revision and specs, crediting its author. */
export const accept = command(
  "suggestions.accept",
  ({ actor }: Accept) => actor.workspaceId,
  async (tx: Tx, { actor: asked, path, query, body, isMinimal, lookedUp, claim }: Accept): Promise<Made> => {
    const actor = await reloadActor(tx, asked);
    const { document, suggestion } = await suggestionFor(tx, actor, path, query);
    requireSuggest(requireMaintain(document));
    requireUndecided(suggestion);
    const specs = storedSpecs(suggestion);
    const taken = takenSpecs(specs, body.specs);
    const replaced = replacedSince(taken);
    if (replaced.size > 0) throw await changedMeanwhile(tx, actor, suggestion, replaced);
    const hunks = hunksInText(suggestion, await anchorsOfHunks(tx, actor.workspaceId, [suggestion]));
    const takesHunks = hunks.length > 0 && body.hunks !== false;
    if (!takesHunks && taken.length === 0)
      throw invalid("", "takes nothing of the suggestion; reject it instead");
    // Its own hunks are final and must not be moved by the write.
    await dropHunks(tx, actor.workspaceId, [suggestion]);
    await updateSuggestion(tx, suggestion, {
      state: "accepted",
      hunks: JSON.stringify(hunks),
      decided_by: actor.userId,
      decided_at: now(),
    });
    const made = takesHunks ? await applyText(tx, actor, document, suggestion, hunks) : null;
    // The change of its text may have changed the plan.
    const plan = document.plan && (await loadAfterWrite(tx, actor, document.plan.id));
    const { specs: created, dropped } =
      plan && taken.length > 0
        ? await takeSpecs(tx, actor, plan, suggestion, taken, lookedUp)
        : { specs: new Map<string, SpecRow>(), dropped: [] };
    if (created.size > 0)
      await updateSuggestion(tx, suggestion, { specs: JSON.stringify(withHandles(specs, created)) });
    await appendEvents(tx, actor, [
      {
        type: "suggestion.accepted",
        ...aboutDocument(document, suggestion.id),
        notifies: [suggestion.author_user_id],
        data: {
          ...suggestionData(document, suggestion.id),
          suggestedBy: suggestion.author_user_id,
          ...(made && ("proposalId" in made ? made : { revision: String(made.revision) })),
        },
      },
    ]);
    const result = isMinimal
      ? { summaries: plan ? await summariesOf(tx, actor, plan, created) : {}, dropped }
      : { specs: handlesOf(created), dropped };
    await keepReply(tx, claim, acceptSuggestion, result);
    return result;
  },
);

/** Returns the 409 with the current specs, as the caller reads them. */
async function changedMeanwhile(
  db: Db,
  actor: Actor,
  suggestion: SuggestionRow,
  refs: ReadonlySet<string>,
): Promise<ApiError> {
  const specs = (await shownSuggestion(db, actor, suggestion)).specs.filter(({ ref }) => refs.has(ref));
  const titles = specs.map(({ title }) => `“${title}”`).join(", ");
  const message = `The planning agent has replaced ${titles} since you read it. Read it again, then accept it by its \`version\`.`;
  return new ApiError("suggestion_changed", message, { specs });
}

const handlesOf = (created: TakenResult["specs"]): Record<string, string> =>
  Object.fromEntries([...created].map(([ref, { number }]) => [ref, specHandle(number)]));

async function summariesOf(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  created: TakenResult["specs"],
): Promise<Record<string, SpecSummary>> {
  const summaries = await summarizeSpecs(tx, actor, plan, [...created.values()]);
  return Object.fromEntries(
    [...created.keys()].map((ref, at) => [ref, expectOne(summaries.slice(at, at + 1))]),
  );
}

/** Returns suggested specs with the handles of those that were created. */
const withHandles = (specs: readonly StoredSpec[], created: TakenResult["specs"]): StoredSpec[] =>
  specs.map((spec) => {
    const row = created.get(spec.ref);
    return row === undefined ? spec : { ...spec, specShortId: specHandle(row.number) };
  });
