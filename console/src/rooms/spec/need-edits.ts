import {
  createDependency,
  deleteDependency,
  getSpec,
  getSpecReadiness,
  listDependencies,
  listSpecs,
  type Spec,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { changeOf } from "../../api/change.ts";
import type { Edit } from "../../api/edit.ts";
import type { Change } from "../../api/overlay.ts";
import type { PlanParams } from "../work/spec-params.ts";

/** A spec that another one needs first. */
export interface Need {
  id: string;
  /** Its handle in the same plan; null in another one. */
  shortId: string | null;
}

const shownBy = [getSpec, listSpecs];
const touches = [...shownBy, getSpecReadiness, listDependencies];

/** Shows a spec with other needs; those of other plans are not among its handles. */
const shows = (spec: Spec, shortId: string | null, isNeeded: boolean): Change => {
  if (shortId === null) return (data) => data;
  const others = spec.needsFirst.filter((one) => one !== shortId);
  return changeOf(shownBy, spec.id, { needsFirst: isNeeded ? [...others, shortId] : others });
};

/** Makes a spec need another one first. */
export function addNeed({ projectSlug, planShortId }: PlanParams, spec: Spec, need: Need): Edit {
  const change = shows(spec, need.shortId, true);
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

/** Makes a spec no longer need another one. */
export function removeNeed(
  { projectSlug, planShortId }: PlanParams,
  spec: Spec,
  need: Need,
  dependencyId: string,
): Edit {
  const change = shows(spec, need.shortId, false);
  return {
    subject: `needs of ${spec.id}`,
    change,
    send: async () => {
      await call(deleteDependency, { params: { projectSlug, planShortId, dependencyId } });
      return change;
    },
    touches,
  };
}
