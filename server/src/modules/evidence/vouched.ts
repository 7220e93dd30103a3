import type { EvidenceTrust, ReviewerPolicy } from "@groundplan/contract";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { counts, trustGiven } from "./trust.ts";
import { workersOf } from "./workers.ts";

/** Evidence for a criterion's words. */
export interface Proof {
  result: Tables["evidence"]["result"];
  trust: EvidenceTrust;
  at: string;
}

/** A criterion's evidence as far as it counts: the newest, and the newest of a reviewer. */
interface Vouched {
  newest: Proof;
  /** Null if no reviewer gave any. */
  reviewed: Proof | null;
}

/** The evidence of specs: by spec, then by the hash of a criterion's words. */
type VouchedSpecs = ReadonlyMap<string, ReadonlyMap<string, Vouched>>;

/** Returns the evidence of specs as a reviewer rule counts it, in two queries. */
export async function vouchedOf(
  db: Db,
  specs: readonly { workspace_id: string; id: string }[],
  reviewer: ReviewerPolicy,
): Promise<VouchedSpecs> {
  const found = new Map<string, Map<string, Vouched>>();
  const [first] = specs;
  if (!first) return found;
  const asked = { workspaceId: first.workspace_id, ids: JSON.stringify(specs.map(({ id }) => id)) };
  const rows = await newestOfAuthors(db, asked);
  if (rows.length === 0) return found;
  const workers = Map.groupBy(await workersOf(db, asked), ({ spec_id }) => spec_id);
  for (const [specId, own] of Map.groupBy(rows, ({ spec_id }) => spec_id)) {
    const trustOf = trustGiven(new Set(workers.get(specId)?.map(({ user_id }) => user_id)));
    const ofWords = new Map<string, Vouched>();
    for (const row of own) {
      const proof = { result: row.result, trust: trustOf(row), at: row.created_at };
      const vouched = ofWords.get(row.words_hash) ?? { newest: proof, reviewed: null };
      if (counts(proof.trust, reviewer)) vouched.reviewed ??= proof;
      ofWords.set(row.words_hash, vouched);
    }
    found.set(specId, ofWords);
  }
  return found;
}

/** Returns the newest evidence of each author for each criterion's words, the newest first. */
const newestOfAuthors = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  db
    .selectFrom("evidence")
    .select(["spec_id", "words_hash", "result", "in_session", "user_id", "created_at"])
    .where("workspace_id", "=", param("workspaceId"))
    .where((where) =>
      where(
        "id",
        "in",
        where
          .selectFrom("evidence as newest")
          .select((newest) => newest.fn.max("newest.id").as("id"))
          .where("newest.workspace_id", "=", param("workspaceId"))
          .where(isOneOfList(db, "newest.spec_id", param("ids")))
          .groupBy(["newest.spec_id", "newest.words_hash", "newest.user_id", "newest.in_session"]),
      ),
    )
    .orderBy("id", "desc"),
);
