import { listSpecs, moveSpec, reorderSpecs, type Spec, updateSpec } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import { counted } from "../../components/counted.ts";
import { toast } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../params.ts";

/**
 * Undoes a move from the plan `planId`: restores order and parents, but with new handles. Throws if all were
 * moved or deleted since.
 */
export async function moveBack(
  params: PlanParams,
  moved: readonly Spec[],
  before: readonly Spec[],
  planId: string,
): Promise<void> {
  const there = { ...params, planShortId: planId };
  const ids = new Set(moved.map(({ id }) => id));
  const found = (await readNow(there)).filter(({ id }) => ids.has(id));
  if (found.length === 0)
    throw new UserError(`None of them is in ${planId} any more, so they stay where they are.`);
  const back: Spec[] = [];
  try {
    for (const { shortId: specShortId } of found) {
      const body = { planId: params.planShortId };
      back.push((await call(moveSpec, { params: { ...there, specShortId }, body })).spec);
    }
    const now = await readNow(params);
    await joinParents(params, now, before);
    const places = new Map(before.map(({ id }, place) => [id, place]));
    const positionOf = ({ id }: Spec) => places.get(id) ?? places.size;
    const specShortIds = now.toSorted((a, b) => positionOf(a) - positionOf(b)).map(({ shortId }) => shortId);
    await call(reorderSpecs, { params, body: { specShortIds } });
  } finally {
    await invalidate(listSpecs);
  }
  toast(
    back.length === 1
      ? `The spec is moved back, as ${back[0]?.shortId}.`
      : `${counted(back.length, "spec")} are moved back.`,
  );
}

const readNow = (params: PlanParams) =>
  queryClient.fetchQuery({ ...readAll(listSpecs, { params }, "specs"), staleTime: 0 });

/** Restores parents, which a move clears. */
async function joinParents(params: PlanParams, now: readonly Spec[], before: readonly Spec[]): Promise<void> {
  const parents = new Map(before.map(({ id, parentSpecId }) => [id, parentSpecId]));
  const isHere = new Set(now.map(({ id }) => id));
  for (const { id, shortId: specShortId, parentSpecId } of now) {
    const parent = parents.get(id);
    if (parent && !parentSpecId && isHere.has(parent))
      await call(updateSpec, { params: { ...params, specShortId }, body: { parentSpecId: parent } });
  }
}
