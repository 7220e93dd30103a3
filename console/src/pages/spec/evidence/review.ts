import { addEvidence, getSpec, listEvidence, listNext, listSpecs, type Spec } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { UserError } from "../../../base/user-error.ts";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import type { SpecParams } from "../../../planning/params.ts";

/** Evidence per request. */
const mostAtOnce = 50;

/** Adds a person's verdict on criteria by their numbers, unless the text isn't the shown one any more. */
export async function review(
  params: SpecParams,
  shown: Pick<Spec, "revision">,
  numbers: readonly number[],
  result: "passed" | "failed",
): Promise<void> {
  const evidence = numbers.map((criterion) => ({
    criterion,
    result,
    kind: "review" as const,
    ref: "Reviewed in the console",
  }));
  try {
    const { spec } = await call(getSpec, { params });
    if (spec.revision !== shown.revision)
      throw new UserError("The text has changed meanwhile. Read it again, then review it.");
    for (let from = 0; from < evidence.length; from += mostAtOnce)
      await call(addEvidence, { params, body: { evidence: evidence.slice(from, from + mostAtOnce) } });
  } catch (refusal) {
    toastProblem(refusal);
  } finally {
    await invalidate(getSpec, listSpecs, listEvidence, listNext);
  }
}
