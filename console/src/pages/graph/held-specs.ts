import { type Claim, type GraphNode, listClaims } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readAll } from "../../api/read.ts";

type Place = Pick<GraphNode, "planShortId" | "specShortId">;

/** Claims by `PLAN-<n>/SPEC-<n>`. */
export type HeldSpecs = ReadonlyMap<string, Claim>;

const none: HeldSpecs = new Map();
const keyOf = ({ planShortId, specShortId }: Place) => `${planShortId}/${specShortId}`;

/** Returns a project's claims, which nodes lack; these may be of sub-plans. */
export function useHeldSpecs(projectSlug: string): HeldSpecs {
  const { data } = useQuery(readAll(listClaims, { query: { projectSlug } }, "claims"));
  return useMemo(() => (data?.length ? new Map(data.map((claim) => [keyOf(claim), claim])) : none), [data]);
}

export const claimOf = (held: HeldSpecs, node: Place): Claim | undefined => held.get(keyOf(node));
