import {
  acceptanceCriteria,
  addEvidence,
  type Evidence,
  listEvidence,
  type Reply,
} from "@groundplan/contract";
import { disclosesNothing, post, read } from "../../dispatch/handlers.ts";
import { credentialNames, credentialOf } from "../../events/credential.ts";
import { personOf } from "../../events/person.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type Key, pageOf } from "../paging.ts";
import { editableSpec, readableSpec, type SpecRow } from "../specs/access.ts";
import { openIn, proofsOf } from "./proven.ts";
import { recordEvidence } from "./record-evidence.ts";
import { settleReview } from "./review.ts";
import { trustIn } from "./trust.ts";
import { wordsHash } from "./words.ts";

export const evidenceAdd = post(
  addEvidence,
  disclosesNothing,
  async (tx, actor, { params, body }): Promise<Reply<typeof addEvidence>> => {
    const { plan, spec } = await editableSpec(tx, actor, params);
    const added = await recordEvidence(tx, actor, { plan, spec }, body.evidence, "/evidence");
    await settleReview(tx, actor, { plan, spec }, added);
    const ids = added.map(({ id }) => id);
    const rows = await evidenceOf(tx, spec)
      .where(isOneOf(tx, "evidence.id", ids))
      .execute();
    return {
      evidence: await present(tx, spec, rows.toReversed()),
      open: openIn(spec.content, await proofsOf(tx, spec)),
    };
  },
);

export const evidenceList = read(listEvidence, async (db, actor, { params, query }) => {
  const { spec } = await readableSpec(db, actor, params);
  const fetch = ([last = afterAllIds]: Key, limit: number) =>
    evidenceOf(db, spec).where("evidence.id", "<", String(last)).limit(limit).execute();
  const { rows, ...next } = await pageOf(`${listEvidence.id} ${spec.id}`, query, fetch, (row) => [row.id]);
  return {
    evidence: await present(db, spec, rows),
    open: openIn(spec.content, await proofsOf(db, spec)),
    ...next,
  };
});

const afterAllIds = "~";

/** Selects a spec's evidence, newest first, with the names of its authors. */
const evidenceOf = (db: Db, spec: Pick<SpecRow, "workspace_id" | "id">) =>
  db
    .selectFrom("evidence")
    .leftJoin("users", "users.id", "evidence.user_id")
    .selectAll("evidence")
    .select("users.name as author_name")
    .select(credentialNames("evidence"))
    .where("evidence.workspace_id", "=", spec.workspace_id)
    .where("evidence.spec_id", "=", spec.id)
    .orderBy("evidence.id", "desc");

type Row = Awaited<ReturnType<ReturnType<typeof evidenceOf>["execute"]>>[number];

async function present(db: Db, spec: SpecRow, rows: readonly Row[]): Promise<Evidence[]> {
  const trust = await trustIn(db, spec);
  const words = new Set(acceptanceCriteria(spec.content).map(({ text }) => wordsHash(text)));
  return rows.map((row) => ({
    id: row.id,
    criterion: { id: row.criterion_id, text: row.criterion_text, number: row.criterion_number },
    result: row.result,
    kind: row.kind,
    ref: row.ref,
    checks: row.checks,
    note: row.note,
    trust: trust(row),
    valid: words.has(row.words_hash),
    author: personOf(row.user_id, row.author_name),
    credential: credentialOf(row),
    ...(row.claim_id === null ? {} : { claimId: row.claim_id }),
    createdAt: row.created_at,
  }));
}
