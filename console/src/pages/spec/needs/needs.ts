import { listDependencies, listSpecs, type Spec, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { invalidate, readAll } from "../../../api/read.ts";
import { toast } from "../../../components/overlays/toast.tsx";
import { sendEdit, sendEdits } from "../../../edits/edit.ts";
import type { SpecParams } from "../../../planning/params.ts";
import { addNeed, type Need, removeNeed } from "./need-edits.ts";

/** A spec's dependencies and their edits. */
interface Needs {
  /** The plan's specs; undefined until loaded. */
  specs: readonly Spec[] | undefined;
  /** The spec's own dependencies. */
  from: readonly { id: string; toSpecId: string | null }[];
  /** Adds a dependency, with an undo. */
  add: (need: Need, name: string) => Promise<void>;
  /** Removes a dependency, with an undo. */
  remove: (need: Need, name: string) => void;
}

export function useNeeds(params: SpecParams, spec: SpecWithCriteria): Needs {
  const { projectSlug, planShortId } = params;
  const plan = { params: { projectSlug, planShortId } };
  const { data: specs } = useQuery(readAll(listSpecs, plan, "specs"));
  const { data: dependencies = [] } = useQuery(readAll(listDependencies, plan, "dependencies"));
  const from = dependencies.filter(({ fromSpecId }) => fromSpecId === spec.id);
  const put = async (need: Need) => {
    await sendEdit(addNeed(params, spec, need));
    await invalidate(listDependencies);
  };
  const add = async (need: Need, name: string) => {
    await put(need);
    toast(`${spec.shortId} needs ${name} first.`, () => sendEdits(removeNeed(params, spec, need)));
  };
  const remove = (need: Need, name: string) => {
    void sendEdits(removeNeed(params, spec, need)).then((isRemoved) => {
      if (isRemoved) toast(`${spec.shortId} no longer needs ${name} first.`, () => put(need));
    });
  };
  return { specs, from, add, remove };
}
