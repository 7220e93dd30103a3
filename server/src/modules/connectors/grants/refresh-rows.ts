import { command } from "../../../dispatch/commands.ts";
import { timeIn } from "../../../jobs/clock.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { endLost } from "./end-lost.ts";
import type { GrantKey } from "./grant-rows.ts";

/** A refresh of one pair: its process, and the number of the pair that it sends. */
export interface Refresh extends GrantKey {
  generation: number;
  owner: string;
}

/** The time that a refresh has; it is longer than the vendor's and the commit's together. */
const leaseSeconds = 30;

/**
 * Takes the right to refresh a pair, before the vendor is called: `taken`. `changed` says that the pair is not the newest
 * any more, `busy` that somebody else is at it. A refresh that never reported is taken over when its time is up: the
 * vendor may have answered it or not, so the same pair is sent once more.
 */
export const takeRefresh = command(
  "grants.takeRefresh",
  ({ workspaceId }: Refresh) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation, owner }: Refresh): Promise<"taken" | "changed" | "busy"> => {
    const ofPair = tx
      .updateTable("grants")
      .set({ lease_owner: owner, lease_until: timeIn(tx, leaseSeconds) })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("generation", "=", generation);
    const [taken] = await ofPair
      .where((where) =>
        where.or([where("lease_until", "is", null), where("lease_until", "<=", timeIn(tx, 0))]),
      )
      .returning("id")
      .execute();
    if (taken) return "taken";
    const row = await tx
      .selectFrom("grants")
      .select("generation")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    return row?.generation === generation ? "busy" : "changed";
  },
);

interface Save extends Refresh {
  tokens: string;
  expiresAt: string | null;
}

/**
 * Saves the next pair; nobody uses it before. It is saved also where the lease ran out meanwhile, as long as the pair
 * that it follows is still the newest. Of a grant that was ended meanwhile it is what there is to revoke.
 */
export const saveRefreshed = command(
  "grants.saveRefreshed",
  ({ workspaceId }: Save) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation, tokens, expiresAt }: Save): Promise<void> => {
    await tx
      .updateTable("grants")
      .set({ ...{ tokens, expires_at: expiresAt }, generation: generation + 1 })
      .set({ lease_owner: null, lease_until: null })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("generation", "=", generation)
      .execute();
  },
);

/** Gives the right to refresh back after a call of which nobody knows how it ended. */
export const releaseRefresh = command(
  "grants.releaseRefresh",
  ({ workspaceId }: Refresh) => workspaceId,
  async (tx: Tx, { workspaceId, id, owner }: Refresh): Promise<void> => {
    await tx
      .updateTable("grants")
      .set({ lease_owner: null, lease_until: null })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("lease_owner", "=", owner)
      .execute();
  },
);

/** Ends a grant that its vendor refuses, unless a newer pair came meanwhile. */
export const loseGrant = command(
  "grants.lose",
  ({ workspaceId }: Omit<Refresh, "owner">) => workspaceId,
  async (tx: Tx, { workspaceId, id, generation }: Omit<Refresh, "owner">): Promise<void> => {
    const [lost] = await tx
      .deleteFrom("grants")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("generation", "=", generation)
      .where("ended_at", "is", null)
      .returningAll()
      .execute();
    if (lost) await endLost(tx, lost);
  },
);
