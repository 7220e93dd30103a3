import { type AcceptanceCriterion, acceptanceCriteria, type NewEvidence } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { type ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { insertInto } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { liveClaimsWithCredential } from "../claims/live-claims.ts";
import { specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "../specs/access.ts";
import { aboutSpec } from "../specs/events.ts";
import { wordsHash } from "./words.ts";

const insertEvidence = insertInto("evidence");

/** Records evidence for criteria of a spec in the current transaction; `path` is the list's JSON Pointer. */
export async function recordEvidence(
  tx: Tx,
  actor: Actor,
  { plan, spec }: { plan: PlanRow; spec: SpecRow },
  given: readonly NewEvidence[],
  path: string,
): Promise<Tables["evidence"][]> {
  const criteria = acceptanceCriteria(spec.content);
  const claims = await liveClaimsWithCredential(tx, {
    workspaceId: actor.workspaceId,
    specId: spec.id,
    credentialId: actor.credentialId,
  });
  const created_at = now();
  const rows = given.map((item, index): Tables["evidence"] => {
    const number = numberOf(criteria, item.criterion, `${path}/${index}/criterion`);
    const criterion = criteria[number - 1];
    return {
      workspace_id: spec.workspace_id,
      id: newId(),
      plan_id: spec.plan_id,
      spec_id: spec.id,
      words_hash: wordsHash(criterion?.text ?? ""),
      criterion_id: criterion?.id ?? null,
      criterion_number: number,
      criterion_text: criterion?.text ?? "",
      result: item.result,
      kind: item.kind,
      ref: item.ref,
      checks: item.checks ?? null,
      note: item.note ?? null,
      user_id: actor.userId,
      credential_id: actor.credentialId,
      in_session: actor.signedInAt === null ? 0 : 1,
      claim_id: claims[0]?.id ?? null,
      created_at,
    };
  });
  await insertEvidence(tx, rows);
  await appendEvents(tx, actor, [
    {
      type: "evidence.added",
      ...aboutSpec(plan, spec),
      data: { shortId: specHandle(spec.number), count: rows.length },
    },
  ]);
  return rows;
}

/** Returns the number of a criterion named by label or number. */
function numberOf(
  criteria: readonly AcceptanceCriterion[],
  named: NewEvidence["criterion"],
  path: string,
): number {
  if (typeof named === "number") {
    if (named <= criteria.length) return named;
    throw unknown(criteria, path);
  }
  const numbers = criteria.flatMap(({ id }, index) => (id === named ? [index + 1] : []));
  const [number] = numbers;
  if (number === undefined) throw unknown(criteria, path);
  if (numbers.length > 1)
    throw invalid(path, `names ${numbers.length} criteria: use one of the numbers ${numbers.join(", ")}`);
  return number;
}

/** Criteria named in a message. */
const mostNamed = 30;

function unknown(criteria: readonly AcceptanceCriterion[], path: string): ApiError {
  if (criteria.length === 0) return invalid(path, "names no criterion: the spec has none");
  const known = criteria.slice(0, mostNamed).map(({ id }, index) => id ?? String(index + 1));
  const more = criteria.length > mostNamed ? " …" : "";
  return invalid(path, `names no criterion of the spec, which has ${known.join(", ")}${more}`);
}
