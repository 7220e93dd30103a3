import {
  type AcceptanceCriterion,
  acceptanceCriteria,
  type EvidenceTrust,
  type ReviewerPolicy,
} from "@groundplan/contract";
import { type Db, isOneOfList } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { wordsHash } from "./words.ts";
import { workersOf } from "./workers.ts";

type EvidenceRow = Tables["evidence"];

/** The newest evidence for a criterion's words. */
export interface Proof {
  result: EvidenceRow["result"];
  trust: EvidenceTrust;
  at: string;
}

/** Proofs by the hash of a criterion's words. */
export type Proofs = Readonly<Record<string, Proof>>;

type Spec = { workspace_id: string; id: string };

/** A criterion's evidence as far as it counts: the newest, and the newest of a reviewer. */
interface Vouched {
  newest: Proof;
  /** Null if no reviewer gave any. */
  reviewed: Proof | null;
}

/** Returns how much a spec's evidence is to be trusted, from the ids of those who worked on it. */
const trustGiven =
  (workers: ReadonlySet<string>) =>
  ({ in_session, user_id }: Pick<EvidenceRow, "in_session" | "user_id">): EvidenceTrust => {
    if (in_session === 1) return "person";
    return workers.size === 0 || workers.has(user_id) ? "told" : "other";
  };

/**
 * Returns how much a spec's evidence is to be trusted: decided at each read, since whoever works on a spec makes
 * their own earlier evidence `told`.
 */
export async function trustIn(db: Db, { workspace_id: workspaceId, id }: Spec) {
  const rows = await workersOf(db, { workspaceId, ids: JSON.stringify([id]) });
  return trustGiven(new Set(rows.map(({ user_id }) => user_id)));
}

/** Returns the newest evidence of each criterion of a spec. */
export async function proofsOf(db: Db, spec: Spec): Promise<Proofs> {
  const vouched = await vouchedOf(db, [spec], "anyone");
  return Object.fromEntries([...(vouched.get(spec.id) ?? [])].map(([words, { newest }]) => [words, newest]));
}

/** The evidence of specs: by spec, then by the hash of a criterion's words. */
export type VouchedSpecs = ReadonlyMap<string, ReadonlyMap<string, Vouched>>;

/** Returns the evidence of specs as a reviewer rule counts it, in two queries. */
export async function vouchedOf(
  db: Db,
  specs: readonly Spec[],
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

/** Tests whether evidence of a trust is a reviewer's. */
export const counts = (trust: EvidenceTrust, reviewer: ReviewerPolicy): boolean =>
  reviewer === "anyone" || trust === "person" || (reviewer === "not_the_holder" && trust === "other");

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

export const proofOf = (proofs: Proofs, { text }: Pick<AcceptanceCriterion, "text">): Proof | null =>
  proofs[wordsHash(text)] ?? null;

/** Returns labels, or else numbers, of the criteria of a text that nothing proves. */
export function openIn(content: string, proofs: Proofs): (string | number)[] {
  return acceptanceCriteria(content).flatMap((criterion, index) =>
    proofOf(proofs, criterion)?.result === "passed" ? [] : [criterion.id ?? index + 1],
  );
}
