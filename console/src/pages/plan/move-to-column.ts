import type { Spec, SpecStatus } from "@groundplan/contract";
import type { Group } from "../../components/lists/grouped-list.tsx";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import { changeWork } from "../../planning/edits/work-edits.ts";
import type { PlanParams } from "../../planning/params.ts";
import type { GroupBy } from "../../planning/specs/lists/group-by.ts";

type Move = (params: PlanParams, spec: Spec, column: Group<Spec>) => Promise<unknown>;

/** Moves a spec to a column of a board, with an undo. A spec has several labels, and its needs make its wave. */
export const moves: Partial<Record<GroupBy, Move>> = {
  status: (params, spec, { key }) => changeSpecs(params, [spec], { status: key as SpecStatus }),
  assignee: (params, spec, { key, title }) =>
    changeWork([{ params, spec }], `assigned to ${key === "" ? "nobody" : title}`, () => ({
      assigneeUserId: key === "" ? null : key,
    })),
  priority: (params, spec, { key, title }) =>
    changeWork([{ params, spec }], title.toLowerCase(), () => ({ priority: Number(key) })),
};
