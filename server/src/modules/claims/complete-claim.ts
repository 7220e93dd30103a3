import { type Claim, completeClaim, type Input, type Reply, type TakeClaim } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { MinimalReply } from "../../dispatch/minimal-reply.ts";
import { ApiError, ofItem } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import { openIn, proofsOf } from "../evidence/proven.ts";
import { recordEvidence } from "../evidence/record-evidence.ts";
import { requireEvidence } from "../evidence/require-evidence.ts";
import { askReview } from "../evidence/review.ts";
import { refuseOpenQuestions } from "../specs/open-questions.ts";
import { summarizeSpec } from "../specs/summary.ts";
import { heldClaim, readableClaim } from "./access.ts";
import { changeStatus } from "./change-status.ts";
import { aboutClaim } from "./events.ts";
import { specOfId } from "./named-spec.ts";
import { presentClaim } from "./present.ts";
import { updateClaim } from "./store.ts";
import { type ReadBrief, take } from "./take-claim.ts";

/** The answer before the brief of the next claim is read. */
type Completed = Omit<Reply<typeof completeClaim>, "next"> & { next?: { claim: Claim } | null };

/**
 * Completes a claim: the spec becomes `DONE`, or awaits its review. Then claims the next one, if the body asks
 * for it.
 */
export const claimComplete = (readBrief: ReadBrief) =>
  post<typeof completeClaim, Completed>(
    completeClaim,
    ({ claim, next }) => ({ specIds: [claim.specId, ...(next ? [next.claim.specId] : [])] }),
    async (tx, actor, { params, body, prepared }: Input<typeof completeClaim> & { prepared?: number }) => {
      const { claim, plan } = await heldClaim(tx, actor, params.claimId);
      const { spec } = await specOfId(tx, actor, claim.spec_id);
      await refuseOpenQuestions(tx, [spec]);
      if (body.evidence) await recordEvidence(tx, actor, { plan, spec }, body.evidence, "/evidence");
      const awaits = await requireEvidence(tx, plan, [spec], { completed: new Set([spec.id]) });
      const isDone = !awaits.has(spec.id);
      const note = body.note === undefined ? {} : { note: body.note };
      await updateClaim(tx, claim, { state: "completed", ended_at: await readDatabaseTime(tx), ...note });
      await appendEvents(tx, actor, [
        { type: "claim.completed", ...aboutClaim(claim, plan, spec) },
        ...(isDone ? await changeStatus(tx, plan, spec, "DONE") : await askReview(tx, plan, spec)),
      ]);
      const next = body.next === undefined ? undefined : await takeNext(tx, actor, body.next, prepared ?? 0);
      return {
        claim: presentClaim(await readableClaim(tx, actor, claim.id)),
        spec: await summarizeSpec(tx, actor, plan, { ...spec, status: isDone ? "DONE" : spec.status }),
        open: openIn(spec.content, await proofsOf(tx, spec)),
        ...(next === undefined ? {} : { next: next && { claim: next } }),
      };
    },
    {
      prepare: async (_db, _actor, _input, { maxClaims }) => maxClaims,
      complete: async ({ next, ...completed }, { db, actor, input: { body, returnMinimal } }) => {
        const withNext: Reply<typeof completeClaim> = { ...completed };
        if (next) {
          const { claim } = next;
          withNext.next = { claim, brief: await readBrief({ db, actor, claim, budget: body.next?.budget }) };
        } else if (next === null) withNext.next = null;
        return returnMinimal ? new MinimalReply(withNext) : withNext;
      },
    },
  );

/** Takes the next claim; null if nothing can be claimed, as the completion stands. */
async function takeNext(tx: Tx, actor: Actor, body: TakeClaim, most: number): Promise<Claim | null> {
  try {
    return await ofItem("/next", () => take(tx, actor, body, most));
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  }
}
