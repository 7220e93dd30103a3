import { addEvidence, getSpec, listEvidence, listNext, listSpecs } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import type { SpecParams } from "../../../planning/params.ts";

/** Evidence per request. */
const mostAtOnce = 50;

/** Adds a person's verdict on criteria by their numbers. */
export async function review(
  params: SpecParams,
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
    for (let from = 0; from < evidence.length; from += mostAtOnce)
      await call(addEvidence, { params, body: { evidence: evidence.slice(from, from + mostAtOnce) } });
  } catch (refusal) {
    toastProblem(refusal);
  } finally {
    await invalidate(getSpec, listSpecs, listEvidence, listNext);
  }
}
