import { type SearchResult, search } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { localAddress } from "../../api/local-address.ts";
import { read } from "../../api/read.ts";
import type { PaletteEntry } from "./palette-entry.ts";

/** A search result in a text. */
export interface FoundEntry extends PaletteEntry {
  id: string;
  search: Record<string, string>;
  excerpt: string;
  highlights: SearchResult["highlights"];
}

/** Shorter input matches names only. */
const shortest = 2;
/** The debounce in milliseconds. */
const quiet = 150;
const mostFound = "12";

export function useFound(typed: string): {
  found: readonly FoundEntry[];
  isSearching: boolean;
  error: unknown;
} {
  const q = queryOf(useRested(typed));
  const isLongEnough = typed.trim().length >= shortest;
  const { data, error, isFetching } = useQuery({
    ...read(search, { query: { q, limit: mostFound } }),
    enabled: isLongEnough && q.length >= shortest,
    placeholderData: keepPreviousData,
  });
  const results = isLongEnough ? (data?.results ?? []) : [];
  const found = results.map(({ id, title, kind, url, excerpt, highlights, ...of }) => ({
    id,
    ...localAddress(url),
    name: title,
    kind: kindOf(kind, [of.planShortId, of.specShortId]),
    plan: kind === "plan" ? undefined : of.planName,
    excerpt,
    highlights,
  }));
  return { found, isSearching: isFetching, error: isLongEnough ? error : null };
}

/** Returns the handles; for anything inside a plan or spec also its kind. */
function kindOf(kind: SearchResult["kind"], handles: readonly (string | undefined)[]): string {
  const named = handles.filter((handle) => handle !== undefined).join(" ");
  return (kind === "spec" || kind === "plan") && named !== "" ? named : `${named} ${kind}`.trim();
}

/** The last word matches as a prefix, unless the input is a handle. */
export function queryOf(typed: string): string {
  const trimmed = typed.trim();
  if (/^((plan|spec)-\d+|plan-\d+\/spec-\d+)$/i.test(trimmed)) return trimmed;
  return /[\p{L}\p{N}]$/u.test(trimmed) && !trimmed.includes('"') ? `${trimmed}*` : trimmed;
}

export function useRested(typed: string): string {
  const [rested, rest] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(rest, quiet, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}
