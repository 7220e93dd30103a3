import { prototypeLimits } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepCreated } from "../../dispatch/idempotency/keep-created.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { appOf } from "../identity/app-of.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { readablePlan, requireEdit } from "../plans/access.ts";
import { aboutPlan } from "../plans/events.ts";
import { livePrototype } from "./access.ts";
import { countShares, type ShareRow } from "./store.ts";

interface Save {
  actor: Actor;
  path: { projectSlug: string; planShortId: string };
  share: Omit<ShareRow, "plan_id" | "created_at" | "connection_id">;
  claim?: ActionClaim | undefined;
}

/** Adds a link and returns the prototype. */
export const saveShare = command(
  "prototypes.share",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, path, share, claim }: Save) => {
    const actor = await reloadActor(tx, before);
    const plan = await readablePlan(tx, actor, path);
    const prototype = await livePrototype(tx, plan);
    requireEdit(plan);
    const created_at = now();
    if ((await countShares(tx, prototype, created_at)) >= prototypeLimits.shares)
      throw new ApiError(
        "too_many_shares",
        `The plan has ${prototypeLimits.shares} public links, which is as many as it may have. Revoke some first.`,
      );
    await tx
      .insertInto("prototype_shares")
      .values({ ...share, plan_id: plan.id, created_at, connection_id: appOf(actor) })
      .execute();
    const data = { shareId: share.id };
    await appendEvents(tx, actor, [{ type: "prototype.shared", ...aboutPlan(plan), data }]);
    await keepCreated(tx, claim, share.id);
    return prototype;
  },
);
