import {
  getSpec,
  getSpecReadiness,
  listSpecs,
  moveSpec,
  reorderSpecs,
  type Spec,
  updateSpec,
} from "@groundplan/contract";
import { ApiError } from "../../../../client/src/errors.ts";
import { effortLabel } from "../../../../contract/src/planning/display-words.ts";
import { call } from "../../api/call.ts";
import type { CacheChange } from "../../api/optimistic.ts";
import { queryClient } from "../../api/query-client.ts";
import { readAll } from "../../api/read.ts";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { changeOf } from "../../edits/change.ts";
import type { Edit } from "../../edits/edit.ts";
import { onBase } from "../../edits/on-base.ts";
import { showHeldLater } from "../claims/lazy-claims.ts";
import type { PlanParams } from "../params.ts";

const reads = [listSpecs, getSpec];

export type SpecChanges = Partial<Pick<Spec, "status" | "effort" | "title">>;

/** A title conflicts with concurrent changes of the text; a retry overwrites. */
export function editSpec(params: PlanParams, spec: Spec, changes: SpecChanges): Edit {
  const labels = changes.effort === undefined ? {} : { effortLabel: effortLabel(changes.effort) };
  const reopened = changes.status === undefined ? {} : { awaitsReview: false };
  const specParams = { ...params, specShortId: spec.shortId };
  const send = onBase(
    spec.id,
    changes.title === undefined ? undefined : spec.revision,
    (base) => call(updateSpec, { params: specParams, body: { ...changes, ...base } }),
    ({ spec }) => spec.revision,
  );
  return {
    subject: spec.id,
    change: changeOf(reads, spec.id, { ...changes, ...labels, ...reopened }),
    send: async () => {
      const { spec: answered } = await send();
      return changeOf(reads, spec.id, answered);
    },
    touches: [listSpecs, getSpec, getSpecReadiness],
    showRefusal: (error, options) => {
      const showPlain = () => toastProblem(error, options);
      if (error instanceof ApiError && error.code === "claim_held")
        showHeldLater(specParams, options).catch(showPlain);
      else showPlain();
    },
  };
}

/** The spec gets a new handle there. */
export function moveSpecAway(params: PlanParams, spec: Spec, planId: string): Edit {
  const specParams = { ...params, specShortId: spec.shortId };
  const change: CacheChange = (data, [path]) =>
    path === listSpecs.path && Array.isArray(data) && data.some((one: Spec) => one.id === spec.id)
      ? data.filter((one: Spec) => one.id !== spec.id)
      : data;
  return {
    subject: spec.id,
    change,
    send: async (once) => {
      await call(moveSpec, { params: specParams, body: { planId } }, once);
      return change;
    },
    touches: [listSpecs, getSpec],
  };
}

export function reorder(params: PlanParams, id: string, on: string, side: "before" | "after"): Edit {
  const { queryKey } = readAll(listSpecs, { params }, "specs");
  const change: CacheChange = (data, [path, request]) =>
    path === listSpecs.path &&
    Array.isArray(data) &&
    (request as { params: PlanParams }).params.planShortId === params.planShortId
      ? placed(data as Spec[], id, on, side)
      : data;
  return {
    subject: `order of ${params.planShortId}`,
    change,
    send: async () => {
      const specs = queryClient.getQueryData<Spec[]>(queryKey) ?? [];
      await call(reorderSpecs, { params, body: { specShortIds: specs.map(({ shortId }) => shortId) } });
      return change;
    },
    touches: [listSpecs],
  };
}

function placed<T extends { id: string }>(items: T[], id: string, on: string, side: "before" | "after"): T[] {
  const item = items.find((one) => one.id === id);
  const others = items.filter((one) => one.id !== id);
  const at = others.findIndex((one) => one.id === on);
  return item && at >= 0 ? others.toSpliced(side === "before" ? at : at + 1, 0, item) : items;
}
