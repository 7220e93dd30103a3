import { getGraph } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { laterOf } from "../../components/loading/later.tsx";
import type { PlanParams } from "../params.ts";

/** Lazy, because few plans have cycles. */
const CircleNote = laterOf(
  () => import("./cycle-note.tsx"),
  ({ CycleNote: CircleNote }) => CircleNote,
);

export const DependencyCycles = ({ circles }: { circles: readonly (readonly string[])[] }) =>
  circles.length > 0 && <CircleNote circles={circles} />;

/** The dependency cycles of a plan and its sub-plans. */
export function PlanDependencyCycles({ params }: { params: PlanParams }) {
  const { data: graph } = useQuery(read(getGraph, { params }));
  return <DependencyCycles circles={graph?.cycles ?? []} />;
}
