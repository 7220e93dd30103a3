import {
  getSpec,
  type Label,
  listAllSpecs,
  listLabels,
  listSpecs,
  type Spec,
  updateSpec,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { readAll } from "../../api/read.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { changeOf } from "../../edits/change.ts";
import { type Edit, sendEdits } from "../../edits/edit.ts";
import type { PlanParams } from "../params.ts";
import { handleOrCount } from "./undo-specs.ts";

const reads = [listSpecs, getSpec];

/** Who, what kind and when, as it is set for each of some specs. */
export interface WorkChanges {
  assigneeUserId?: string | null;
  labelIds?: string[];
  priority?: number;
  dueDate?: string | null;
}

/** A spec with the plan that it is in. */
export type Placed<S> = { params: PlanParams; spec: S };

type Worked = Pick<Spec, "id" | "shortId" | "assigneeUserId" | "labels" | "priority" | "dueDate">;

function editWork({ params, spec }: Placed<Worked>, changes: WorkChanges): Edit {
  const { labelIds, ...shown } = changes;
  const known = queryClient.getQueryData<Label[]>(readAll(listLabels, {}, "labels").queryKey) ?? spec.labels;
  const labels = labelIds && { labels: known.filter(({ id }) => labelIds.includes(id)) };
  return {
    subject: spec.id,
    change: changeOf(reads, spec.id, { ...shown, ...labels }),
    send: async () => {
      const specParams = { ...params, specShortId: spec.shortId };
      const { spec: answered } = await call(updateSpec, { params: specParams, body: changes });
      return changeOf(reads, spec.id, answered);
    },
    touches: [listSpecs, getSpec, listAllSpecs],
  };
}

/** Changes specs, each as a function says, with an undo. */
export async function changeWork<S extends Worked>(
  placed: readonly Placed<S>[],
  says: string,
  changesOf: (spec: S) => WorkChanges,
): Promise<void> {
  const edits = placed.map((one) => ({ one, changes: changesOf(one.spec) }));
  if (!(await sendEdits(...edits.map(({ one, changes }) => editWork(one, changes))))) return;
  const back = edits.map(({ one, changes }) => editWork(one, before(one.spec, changes)));
  toast(`${handleOrCount(placed.map(({ spec }) => spec))}: ${says}.`, () => sendEdits(...back));
}

/** Returns the values that a spec had of the changed fields. */
function before(spec: Worked, changes: WorkChanges): WorkChanges {
  const { assigneeUserId, labels, priority, dueDate } = spec;
  const all: WorkChanges = { assigneeUserId, labelIds: labels.map(({ id }) => id), priority, dueDate };
  return Object.fromEntries(Object.keys(changes).map((key) => [key, all[key as keyof WorkChanges]]));
}
