import { type Brief, type Claim, type TakeClaim, takeClaim } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId } from "../../ids.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { noteWorker } from "../evidence/workers.ts";
import { expiryOfActor } from "../identity/credential-kinds.ts";
import { readableClaim } from "./access.ts";
import { changeStatus } from "./change-status.ts";
import { chooseSpec } from "./choose-spec.ts";
import { aboutClaim } from "./events.ts";
import { expireAt, expireDue } from "./expire-claims.ts";
import { claimableSpec, specOfId } from "./named-spec.ts";
import { disclosesClaim, presentClaim } from "./present.ts";
import { type ClaimRow, countHeld, insertClaim, nextFence, placeOf } from "./store.ts";

const usualMinutes = 30;
const mostOfCredential = 20;

/** Reads the brief of a claim that was just taken. */
export type ReadBrief = (taken: {
  db: Db;
  actor: Actor;
  claim: Claim;
  budget: number | undefined;
}) => Promise<Brief | null>;

/** Claims a spec; at most one claim of a spec is held at any time (docs/decisions/claims.md). */
export const claimTake = (readBrief: ReadBrief) =>
  post<typeof takeClaim, { claim: Claim }>(
    takeClaim,
    disclosesClaim,
    async (tx, actor, { body, prepared }: { body: TakeClaim; prepared?: number }) => ({
      claim: await take(tx, actor, body, prepared ?? 0),
    }),
    {
      prepare: async (_db, _actor, _input, { maxClaims }) => maxClaims,
      complete: async ({ claim }, { db, actor, input: { body } }) => ({
        claim,
        brief: await readBrief({ db, actor, claim, budget: body.budget }),
      }),
    },
  );

/** Takes a claim in the current transaction. `mostClaims` is the workspace's limit. */
export async function take(tx: Tx, actor: Actor, body: TakeClaim, mostClaims: number): Promise<Claim> {
  while (!(await expireDue(tx, actor.workspaceId))); // What ran out can be taken at once.
  const { plan, spec } =
    body.spec === undefined
      ? await specOfId(tx, actor, await chooseSpec(tx, actor, body))
      : await claimableSpec(tx, actor, body.spec);
  await requireCapacity(tx, actor, mostClaims);
  const time = await readDatabaseTime(tx);
  const minutes = body.minutes ?? usualMinutes;
  const claim: ClaimRow = {
    workspace_id: actor.workspaceId,
    id: newId(),
    plan_id: plan.id,
    spec_id: spec.id,
    plan_place: placeOf(plan),
    fence: await nextFence(tx, spec),
    state: "held",
    user_id: actor.userId,
    credential_id: actor.credentialId,
    agent: body.agent ?? null,
    note: null,
    minutes,
    until: await leaseEnd(tx, actor, minutes, time),
    revision: spec.revision,
    created_at: time,
    ended_at: null,
  };
  await insertClaim(tx, claim);
  await noteWorker(tx, actor, [spec]);
  await appendEvents(tx, actor, [
    { type: "claim.taken", ...aboutClaim(claim, plan, spec) },
    ...(await changeStatus(tx, plan, spec, "IN_PROGRESS")),
  ]);
  await expireAt(tx, actor.workspaceId, claim.until, time);
  return presentClaim(await readableClaim(tx, actor, claim.id));
}

/** Returns the end of a lease that begins now; it never outlasts the credential. */
export async function leaseEnd(tx: Tx, actor: Actor, minutes: number, time: string): Promise<string> {
  const end = new Date(Date.parse(time) + minutes * 60_000).toISOString();
  const expiresAt = await expiryOfActor(tx, actor);
  if (expiresAt === null) return end;
  const credentialEnd = new Date(expiresAt).toISOString();
  return credentialEnd < end ? credentialEnd : end;
}

async function requireCapacity(tx: Tx, actor: Actor, most: number): Promise<void> {
  const { ofCredential, ofWorkspace } = await countHeld(tx, actor);
  if (ofCredential >= mostOfCredential)
    throw new ApiError(
      "too_many_claims",
      `This credential holds ${mostOfCredential} claims, the most at a time. Complete or release some first.`,
    );
  if (ofWorkspace >= most)
    throw new ApiError(
      "too_many_claims",
      `The workspace holds ${most} claims, the most at a time. Complete or release some first.`,
    );
}
