import { ApiError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { governorOf } from "../../trackers/limits/connection-governor.ts";
import { grantEnded, type Tokens } from "../../trackers/tokens.ts";
import { type Tracker, TrackerError } from "../../trackers/tracker.ts";
import type { ConnectionRow } from "../access.ts";
import { trackerEntry } from "../catalog.ts";
import { accessToken, endRefused, GrantEnded, GrantUnavailable } from "./access-token.ts";
import { factsOf, findGrant, type GrantKey } from "./grant-rows.ts";
import { apiOf } from "./vendors.ts";

/** Sends tokens only to the address that they were issued for. */
export async function openGranted(
  context: Context,
  connection: ConnectionRow,
  grantId: string,
): Promise<Tracker> {
  const { workspace_id: workspaceId, id: connectionId, connector_id: connectorId, site } = connection;
  const { label } = trackerEntry(connectorId);
  const key = { workspaceId, id: grantId };
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at !== null) throw grantEnded(label);
  const facts = factsOf(grant);
  if (facts.kind !== "vendor") throw grantEnded(label);
  if (!facts.baseUrl.startsWith(apiOf(context.config, connectorId)))
    throw new ApiError(
      "not_connected",
      `The operator moved ${label} to another address. An owner connects it again.`,
    );
  const tokens = tokensOf(context, key, label);
  const governor = governorOf(context, { workspaceId, connectionId });
  const credential = { connectorId, secret: "", site, account: null, governor };
  return context.openTracker(context, { ...credential, granted: { ...facts, tokens } });
}

const tryLaterSeconds = 30;

function tokensOf(context: Context, key: GrantKey, label: string): Tokens {
  const token = async (refused: string | null) => {
    try {
      return await accessToken(context, key, refused);
    } catch (error) {
      if (error instanceof GrantEnded) throw grantEnded(label);
      if (!(error instanceof GrantUnavailable)) throw error;
      throw new TrackerError(
        ...(["not_executed", "unreachable", `${label} ${error.message}.`, tryLaterSeconds] as const),
        error.reason,
      );
    }
  };
  return {
    current: () => token(null),
    renew: token,
    async end(refused) {
      await endRefused(context, key, refused);
      throw grantEnded(label);
    },
  };
}
