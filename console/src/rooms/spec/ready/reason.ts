import { getSpecReadiness, type Reply, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";
import type { SpecParams } from "../../work/spec-params.ts";

/** This is why a spec is not readier, as the API says it. */
export type Reason = Reply<typeof getSpecReadiness>["reasons"][number];

const none: readonly Reason[] = [];

/** Returns the reasons whose lines are those of the text that is shown; none while they are of another revision. */
export function useReasons(params: SpecParams, { revision }: SpecWithCriteria): readonly Reason[] {
  const { data } = useQuery(read(getSpecReadiness, { params }));
  return data?.revision === revision ? data.reasons : none;
}
