import { renewClaim } from "@groundplan/contract";
import { post } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import { heldClaim, readableClaim } from "./access.ts";
import { aboutClaim } from "./events.ts";
import { expireAt } from "./expire-claims.ts";
import { specOfId } from "./named-spec.ts";
import { disclosesClaim, presentClaim } from "./present.ts";
import { questionsOf } from "./questions.ts";
import { updateClaim } from "./store.ts";
import { leaseEnd } from "./take-claim.ts";

/** Extends or shortens a lease. Only a note is worth an event. */
export const claimRenew = post(renewClaim, disclosesClaim, async (tx, actor, { params, body }) => {
  const { claim, plan } = await heldClaim(tx, actor, params.claimId);
  const { spec } = await specOfId(tx, actor, claim.spec_id);
  const time = await readDatabaseTime(tx);
  const minutes = body.minutes ?? claim.minutes;
  const until = await leaseEnd(tx, actor, minutes, time);
  const note = body.note === undefined ? {} : { note: body.note };
  await updateClaim(tx, claim, { minutes, until, ...note });
  if (body.note !== undefined)
    await appendEvents(tx, actor, [{ type: "claim.renewed", ...aboutClaim(claim, plan, spec) }]);
  await expireAt(tx, actor.workspaceId, until, time);
  return {
    claim: presentClaim(await readableClaim(tx, actor, claim.id)),
    revision: spec.revision,
    changed: spec.revision !== claim.revision,
    questions: await questionsOf(tx, claim),
  };
});
