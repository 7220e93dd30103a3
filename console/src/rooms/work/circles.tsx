import { getGraph } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { laterOf } from "../../parts/later.tsx";
import type { PlanParams } from "./spec-params.ts";

/** Few plans have circles. */
const CircleNote = laterOf(
  () => import("./circle-note.tsx"),
  ({ CircleNote }) => CircleNote,
);

/** Says which specs wait for each other; nothing if none do. */
export const Circles = ({ circles }: { circles: readonly (readonly string[])[] }) =>
  circles.length > 0 && <CircleNote circles={circles} />;

/** Shows the circles that specs of a plan or of its sub-plans wait in. */
export function PlanCircles({ params }: { params: PlanParams }) {
  const { data: graph } = useQuery(read(getGraph, { params }));
  return <Circles circles={graph?.cycles ?? []} />;
}
