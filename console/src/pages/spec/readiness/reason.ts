import { getSpecReadiness, type Reply, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";
import type { SpecParams } from "../../../planning/params.ts";

/** A reason against a higher readiness. */
export type Reason = Reply<typeof getSpecReadiness>["reasons"][number];

const none: readonly Reason[] = [];

/** None while they belong to another revision, whose lines differ. */
export function useReasons(params: SpecParams, { revision }: SpecWithCriteria): readonly Reason[] {
  const { data } = useQuery(read(getSpecReadiness, { params }));
  return data?.revision === revision ? data.reasons : none;
}
