import { type AcceptanceCriterion, acceptanceCriteria, type EvidenceTrust } from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
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

/**
 * Returns how much a spec's evidence is to be trusted: decided at each read, since whoever works on a spec makes
 * their own earlier evidence `told`.
 */
export async function trustIn(db: Db, spec: Spec) {
  const rows = await workersOf(db, { workspaceId: spec.workspace_id, specId: spec.id });
  const workers = new Set(rows.map(({ user_id }) => user_id));
  return ({ in_session, user_id }: Pick<EvidenceRow, "in_session" | "user_id">): EvidenceTrust => {
    if (in_session === 1) return "person";
    return workers.size === 0 || workers.has(user_id) ? "told" : "other";
  };
}

/** Returns the newest evidence of each criterion of a spec. */
export async function proofsOf(db: Db, spec: Spec): Promise<Proofs> {
  const rows = await newestOfWords(db, { workspaceId: spec.workspace_id, specId: spec.id });
  if (rows.length === 0) return {};
  const trust = await trustIn(db, spec);
  return Object.fromEntries(
    rows.map((row) => [row.words_hash, { result: row.result, trust: trust(row), at: row.created_at }]),
  );
}

const newestOfWords = statement((db, param: Param<{ workspaceId: string; specId: string }>) =>
  db
    .selectFrom("evidence")
    .select(["words_hash", "result", "in_session", "user_id", "created_at"])
    .where("workspace_id", "=", param("workspaceId"))
    .where("spec_id", "=", param("specId"))
    .where((where) =>
      where(
        "id",
        "in",
        where
          .selectFrom("evidence as newest")
          .select((newest) => newest.fn.max("newest.id").as("id"))
          .where("newest.workspace_id", "=", param("workspaceId"))
          .where("newest.spec_id", "=", param("specId"))
          .groupBy("newest.words_hash"),
      ),
    ),
);

export const proofOf = (proofs: Proofs, { text }: Pick<AcceptanceCriterion, "text">): Proof | null =>
  proofs[wordsHash(text)] ?? null;

/** Returns labels, or else numbers, of the criteria of a text that nothing proves. */
export function openIn(content: string, proofs: Proofs): (string | number)[] {
  return acceptanceCriteria(content).flatMap((criterion, index) =>
    proofOf(proofs, criterion)?.result === "passed" ? [] : [criterion.id ?? index + 1],
  );
}
