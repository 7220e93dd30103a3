import type { Spec, SpecStatus } from "@groundplan/contract";
import type { Group } from "../../components/lists/grouped-list.tsx";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import type { PlanParams } from "../../planning/params.ts";
import type { GroupBy } from "../../planning/specs/lists/group-by.ts";
import { assign, prioritize } from "../../planning/specs/work-acts.ts";

type Move = (params: PlanParams, spec: Spec, column: Group<Spec>) => Promise<unknown>;

/** Moves a spec to a column of a board, with an undo. A spec has several labels, and its needs make its wave. */
export const moves: Partial<Record<GroupBy, Move>> = {
  status: (params, spec, { key }) => changeSpecs(params, [spec], { status: key as SpecStatus }),
  assignee: (params, spec, { key, title }) => assign([{ params, spec }], key === "" ? null : key, title),
  priority: (params, spec, { key }) => prioritize([{ params, spec }], Number(key)),
};
