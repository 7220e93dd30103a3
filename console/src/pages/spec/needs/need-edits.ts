import {
  createDependency,
  deleteDependency,
  getSpec,
  getSpecReadiness,
  listDependencies,
  listSpecs,
  type Spec,
} from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import type { CacheChange } from "../../../api/optimistic.ts";
import { queryClient } from "../../../api/query-client.ts";
import { readAll } from "../../../api/read.ts";
import { changeOf } from "../../../edits/change.ts";
import type { Edit } from "../../../edits/edit.ts";
import type { PlanParams } from "../../../planning/params.ts";

/** A prerequisite. */
export interface Need {
  id: string;
  /** The handle; null for a spec of another plan. */
  shortId: string | null;
}

const reads = [getSpec, listSpecs];
const touches = [...reads, getSpecReadiness, listDependencies];

/** `needsFirst` lists only handles of the same plan. */
const changeOfNeeds = (spec: Spec, shortId: string | null, isNeeded: boolean): CacheChange => {
  if (shortId === null) return (data) => data;
  const others = spec.needsFirst.filter((one) => one !== shortId);
  return changeOf(reads, spec.id, { needsFirst: isNeeded ? [...others, shortId] : others });
};

export function addNeed({ projectSlug, planShortId }: PlanParams, spec: Spec, need: Need): Edit {
  const change = changeOfNeeds(spec, need.shortId, true);
  return {
    subject: `needs of ${spec.id}`,
    change,
    send: async (once) => {
      const body = { fromSpecId: spec.id, toSpecId: need.id };
      await call(createDependency, { params: { projectSlug, planShortId }, body }, once);
      return change;
    },
    touches,
  };
}

/** Works while the creation is still in flight. */
export function removeNeed({ projectSlug, planShortId }: PlanParams, spec: Spec, need: Need): Edit {
  const plan = { projectSlug, planShortId };
  const change = changeOfNeeds(spec, need.shortId, false);
  return {
    subject: `needs of ${spec.id}`,
    change,
    send: async () => {
      const now = { ...readAll(listDependencies, { params: plan }, "dependencies"), staleTime: 0 };
      const all = await queryClient.fetchQuery(now);
      const found = all.find(({ fromSpecId, toSpecId }) => fromSpecId === spec.id && toSpecId === need.id);
      if (found) await call(deleteDependency, { params: { ...plan, dependencyId: found.id } });
      return change;
    },
    touches,
  };
}
