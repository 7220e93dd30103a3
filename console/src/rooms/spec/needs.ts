import { listDependencies, listSpecs, type Spec, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { apply, make } from "../../api/edit.ts";
import { forget, readAll } from "../../api/read.ts";
import { toast } from "../../parts/toast.tsx";
import type { SpecParams } from "../work/spec-params.ts";
import { addNeed, type Need, removeNeed } from "./need-edits.ts";

/** This is what a spec needs first, and how that is changed. */
interface Needs {
  /** The specs of its plan; undefined until they are read. */
  specs: readonly Spec[] | undefined;
  /** The dependencies that are the spec's own. */
  from: readonly { id: string; toSpecId: string | null }[];
  /** Adds a need, with the way back. */
  add: (need: Need, name: string) => Promise<void>;
  /** Takes a need out, with the way back. */
  remove: (need: Need, name: string) => void;
}

/** Reads what a spec needs first, and all specs of its plan for it. */
export function useNeeds(params: SpecParams, spec: SpecWithCriteria): Needs {
  const { projectSlug, planShortId } = params;
  const plan = { params: { projectSlug, planShortId } };
  const { data: specs } = useQuery(readAll(listSpecs, plan, "specs"));
  const { data: dependencies = [] } = useQuery(readAll(listDependencies, plan, "dependencies"));
  const from = dependencies.filter(({ fromSpecId }) => fromSpecId === spec.id);
  const put = async (need: Need) => {
    await apply(addNeed(params, spec, need));
    await forget(listDependencies);
  };
  const add = async (need: Need, name: string) => {
    await put(need);
    toast(`${spec.shortId} needs ${name} first.`, () => make(removeNeed(params, spec, need)));
  };
  const remove = (need: Need, name: string) => {
    void make(removeNeed(params, spec, need)).then((isRemoved) => {
      if (isRemoved) toast(`${spec.shortId} no longer needs ${name} first.`, () => put(need));
    });
  };
  return { specs, from, add, remove };
}
