import { getSpecVersion } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { queryClient } from "../../../api/query-client.ts";
import { read } from "../../../api/read.ts";
import { criteriaLater } from "../../../markdown/read-later.ts";
import type { SpecParams } from "../../../planning/params.ts";
import { nameOfChange, type ReadVersion } from "./change-name.ts";

/** Versions never change. */
const staleTime = Number.POSITIVE_INFINITY;

/**
 * Returns what changed between two versions, read once the row is seen. Undefined until then, or if earlier
 * versions aren't loaded.
 */
export function useChangeName(
  row: RefObject<Element | null>,
  params: SpecParams,
  after: number,
  before: number | undefined,
  isWhole: boolean,
): string | undefined {
  const isSeen = useIsSeen(row);
  const { data } = useQuery({
    queryKey: ["what changed", params, before, after],
    queryFn: async () =>
      nameOfChange(
        before === undefined ? null : await versionOf(params, before),
        await versionOf(params, after),
      ),
    enabled: isSeen && isWhole,
    staleTime,
  });
  return data;
}

async function versionOf(params: SpecParams, seq: number): Promise<ReadVersion> {
  const request = { params: { ...params, seq: String(seq) } };
  const { version } = await queryClient.fetchQuery({ ...read(getSpecVersion, request), staleTime });
  const { title, content } = version;
  return { title, content, criteria: (await criteriaLater(content)) ?? [] };
}

function useIsSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
