import type { SpecStatus } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { presentedClaim } from "../../dispatch/presented-claim.ts";
import { ApiError } from "../../errors.ts";
import type { NewEvent } from "../../events/append.ts";
import { readDatabaseTime } from "../../storage/clock.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { requireHolder } from "./access.ts";
import { aboutClaim } from "./events.ts";
import { type LiveClaim, liveClaims, presentLive } from "./live-claims.ts";
import { updateClaim } from "./store.ts";

export function claimHeld(claim: LiveClaim, spec: Pick<SpecRow, "number">): ApiError {
  const { id: _, ...details } = presentLive(claim);
  const { holder, agent, until } = details;
  const who = `${holder?.name ?? "somebody"}${agent === null ? "" : ` (${agent})`}`;
  return new ApiError(
    "claim_held",
    `${specHandle(spec.number)} is claimed by ${who} until ${until}. Only the holder may change its status: send the \`Claim\` header, or have the claim released.`,
    details,
  );
}

interface OwnClaims {
  /** Ids of the specs whose claim the request carries. */
  specIds: ReadonlySet<string>;
  /** Ends those claims with the new statuses, and returns the events. */
  end: () => Promise<NewEvent[]>;
}

/**
 * Checks written statuses against live claims: 409 `claim_held` unless the request carries the claim, which ends once
 * they are written: `DONE` completes it, `TODO` releases it. `IN_PROGRESS` is refused, too: its writer thinks it starts.
 */
export async function gateStatuses(
  tx: Tx,
  actor: Actor,
  plan: Pick<PlanRow, "id" | "project_id">,
  changes: readonly { spec: Pick<SpecRow, "id" | "number">; to: SpecStatus }[],
  refusal: (held: readonly LiveClaim[]) => ApiError,
): Promise<OwnClaims> {
  const { workspaceId } = actor;
  const live = await liveClaims(
    tx,
    workspaceId,
    changes.map(({ spec }) => spec.id),
  );
  const own = presentedClaim(tx);
  const completes = new Set(changes.flatMap(({ spec, to }) => (to === "DONE" ? spec.id : [])));
  for (const claim of live)
    if (claim.id === own?.id && completes.has(claim.spec_id)) requireHolder(actor, claim);
  const held = live.filter(({ id }) => id !== own?.id);
  if (held.length > 0) throw refusal(held);
  const end = async () => {
    const events: NewEvent[] = [];
    for (const claim of live) {
      const change = changes.find(({ spec }) => spec.id === claim.spec_id);
      if (!change) continue;
      const state = endingOf[change.to];
      if (state === null) continue;
      const ended_at = await readDatabaseTime(tx);
      await updateClaim(tx, { workspace_id: workspaceId, id: claim.id }, { state, ended_at });
      const about = aboutClaim(claim, plan, change.spec);
      events.push(
        state === "completed"
          ? { type: "claim.completed", ...about }
          : { type: `claim.${state}`, ...about, notifies: [claim.user_id] },
      );
    }
    return events;
  };
  return { specIds: new Set(live.map(({ spec_id }) => spec_id)), end };
}

/** How a claim ends when its holder writes this status. */
const endingOf = { DONE: "completed", TODO: "released", CANCELLED: "ended", IN_PROGRESS: null } as const;
