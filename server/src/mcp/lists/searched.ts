import { getSpec, type SearchResult, search } from "@groundplan/contract";
import type { Caller } from "../caller.ts";
import { isNotFound } from "../locate.ts";
import { lineOfSpec } from "../render/spec.ts";
import { joined, oneLine } from "../render/words.ts";
import { type Asked, ofPage } from "./asked.ts";
import { lineOfPlan } from "./line-of-plan.ts";

/** Lists matches of the words, of one status if asked. */
export async function searched(
  caller: Caller,
  { q = "", kind, project, status }: Asked,
  cursor: string | undefined,
) {
  const query = { q, kind, projectSlug: project, limit: ofPage, cursor };
  const { results, nextCursor } = await caller.call(search, { query });
  const lines: string[] = [];
  for (const result of results) {
    const line = await lineOfResult(caller, result, status);
    if (line !== null) lines.push(line);
  }
  return { lines, nextCursor };
}

/** Returns the line of a result; null if it has another status or is gone by now. */
async function lineOfResult(
  caller: Caller,
  { kind, id, title, projectSlug = "", planShortId = "", specShortId }: SearchResult,
  status: Asked["status"],
): Promise<string | null> {
  try {
    if (kind === "plan") {
      const { plan } = await caller.findPlan(planShortId);
      return status !== undefined && plan.status !== status ? null : lineOfPlan(plan);
    }
    if (kind === "spec" && specShortId !== undefined) {
      const { spec } = await caller.call(getSpec, { params: { projectSlug, planShortId, specShortId } });
      if (status !== undefined && spec.status !== status) return null;
      return lineOfSpec(`${planShortId}/${specShortId}`, spec);
    }
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
  if (status !== undefined) return null;
  const where = planShortId === "" ? projectSlug : planShortId;
  return joined([`${kind} ${kind === "source" ? id : ""}`.trim(), oneLine(title), where]);
}
