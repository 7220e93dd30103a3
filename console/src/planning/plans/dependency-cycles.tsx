import { getGraph } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { laterOf } from "../../components/loading/later.tsx";
import type { PlanParams } from "../params.ts";

/** Lazy, because few plans have cycles. */
const CycleNote = laterOf(
  () => import("./cycle-note.tsx"),
  ({ CycleNote }) => CycleNote,
);

export const DependencyCycles = ({ cycles }: { cycles: readonly (readonly string[])[] }) =>
  cycles.length > 0 && <CycleNote cycles={cycles} />;

/** The dependency cycles of a plan and its sub-plans. */
export function PlanDependencyCycles({ params }: { params: PlanParams }) {
  const { data: graph } = useQuery(read(getGraph, { params }));
  return <DependencyCycles cycles={graph?.cycles ?? []} />;
}
