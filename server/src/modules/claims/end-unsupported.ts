import type { EventType } from "@groundplan/contract";
import type { Author } from "../../actor.ts";
import { takeAppended } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { endClaims } from "./end-claims.ts";
import { hasHeldClaims, unsupportedClaims } from "./store.ts";

/** Events after which a claim may have lost its spec, its plan, its holder's right or its credential. */
const endingTypes: ReadonlySet<EventType> = new Set<EventType>([
  ...(["spec.moved", "spec.deleted", "plan.archived", "plan.deleted", "plan.moved", "plan.updated"] as const),
  ...(["plan.shared", "plan.unshared", "plan.owner_changed", "project.deleted"] as const),
  ...(["member.role_changed", "member.removed", "api_key.revoked", "oauth_connection.revoked"] as const),
  ...(["session.ended", "member.credentials_revoked"] as const),
]);

/** Ends claims in the transaction of the write that took their ground away. */
export async function endUnsupported(tx: Tx, by: Author): Promise<void> {
  if (takeAppended(tx, "claims").some(({ type }) => endingTypes.has(type))) await endLostClaims(tx, by);
}

/** Ends claims whose spec, plan, right or credential has gone, or whose spec is in progress no more. */
export async function endLostClaims(tx: Tx, by: Author): Promise<void> {
  if (!(await hasHeldClaims(tx, by.workspaceId))) return;
  await endClaims(tx, by, await unsupportedClaims(tx, by.workspaceId), "ended");
}
