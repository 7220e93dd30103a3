import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import { ApiError } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "../specs/access.ts";
import { type Lack, lackIn } from "./lack.ts";

/** Specs and criteria named in a refusal. */
const mostNamed = 100;
const nobody: ReadonlySet<string> = new Set();

interface Named extends Lack {
  name: string;
}

/**
 * Checks that specs with their new texts can become `DONE` (docs/decisions/claims.md, evidence): 409
 * `evidence_missing` otherwise. Returns the ids of the `completed` ones that only lack a reviewer's pass: they
 * await it.
 */
export async function requireEvidence(
  tx: Tx,
  plan: { workspace_id: string; project_id: string },
  specs: readonly Pick<SpecRow, "workspace_id" | "id" | "number" | "content">[],
  {
    completed = nobody,
    nameOf = ({ number }: Pick<SpecRow, "id" | "number">) => specHandle(number),
  }: { completed?: ReadonlySet<string>; nameOf?: (spec: Pick<SpecRow, "id" | "number">) => string } = {},
): Promise<ReadonlySet<string>> {
  if (specs.length === 0) return nobody;
  const lackOf = await lackIn(tx, plan, specs);
  const awaiting = new Set<string>();
  const refused: Named[] = [];
  const turn = takeTurns();
  for (const spec of specs) {
    await turn(); // A batch may hold many long texts.
    const lack = lackOf(spec, spec.content);
    if (lack === null) continue;
    if (lack.isProven && completed.has(spec.id)) awaiting.add(spec.id);
    else refused.push(Object.assign(lack, { name: nameOf(spec) }));
  }
  const [first] = refused;
  if (first) throw evidenceMissing(first, refused);
  return awaiting;
}

function evidenceMissing({ name, criteria, isProven }: Named, refused: readonly Named[]): ApiError {
  const others = refused.length > 1 ? `, as do ${refused.length - 1} others,` : "";
  const why =
    criteria.length === 0
      ? `${name}${others} lacks acceptance criteria. Add some, with evidence`
      : isProven
        ? `${name}${others} lacks a reviewer's pass for ${listed(criteria)}`
        : `${name}${others} lacks a pass that counts for ${listed(criteria)}. Add evidence`;
  return new ApiError("evidence_missing", `The policy requires evidence, and ${why} first.`, {
    criteria,
    ...(refused.length > 1
      ? { specs: refused.slice(0, mostNamed).map((spec) => ({ spec: spec.name, criteria: spec.criteria })) }
      : {}),
  });
}

const listed = (criteria: Lack["criteria"]): string =>
  criteria.slice(0, mostNamed).join(", ") + (criteria.length > mostNamed ? " …" : "");
