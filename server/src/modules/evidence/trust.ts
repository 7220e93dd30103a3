import type { EvidenceTrust, ReviewerPolicy } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { workersOf } from "./workers.ts";

type EvidenceRow = Tables["evidence"];

/** Returns how much a spec's evidence is to be trusted, from the ids of those who worked on it. */
export const trustGiven =
  (workers: ReadonlySet<string>) =>
  ({ in_session, user_id }: Pick<EvidenceRow, "in_session" | "user_id">): EvidenceTrust => {
    if (in_session === 1) return "person";
    return workers.size === 0 || workers.has(user_id) ? "told" : "other";
  };

/**
 * Returns how much a spec's evidence is to be trusted: decided at each read, since whoever works on a spec makes
 * their own earlier evidence `told`.
 */
export async function trustIn(
  db: Db,
  { workspace_id: workspaceId, id }: { workspace_id: string; id: string },
) {
  const rows = await workersOf(db, { workspaceId, ids: JSON.stringify([id]) });
  return trustGiven(new Set(rows.map(({ user_id }) => user_id)));
}

/** Tests whether evidence of a trust is a reviewer's. */
export const counts = (trust: EvidenceTrust, reviewer: ReviewerPolicy): boolean =>
  reviewer === "anyone" || trust === "person" || (reviewer === "not_the_holder" && trust === "other");
