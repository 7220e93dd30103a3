import { type SearchResult, search } from "@groundplan/contract";
import type { Caller } from "../caller.ts";
import { lineOfSpec } from "../render/spec.ts";
import { joined, oneLine } from "../render/words.ts";
import { type Asked, type Lines, ofPage } from "./asked.ts";
import { lineOfPlan } from "./line-of-plan.ts";

/** Lists matches of the words, of one status if asked. */
export async function searched(
  caller: Caller,
  { q = "", kind, project, status }: Asked,
  cursor: string | undefined,
): Promise<Lines> {
  const query = { q, kind, projectSlug: project, limit: ofPage, cursor };
  const { results, nextCursor } = await caller.call(search, { query });
  const wanted = results.filter((result) => status === undefined || result.status === status);
  return { lines: wanted.map(lineOfResult), nextCursor };
}

function lineOfResult(result: SearchResult): string {
  const { kind, id, title, projectSlug = "", planShortId = "", specShortId, status, claim = null } = result;
  if (kind === "plan" && status)
    return lineOfPlan({ shortId: planShortId, status, name: title, projectSlug });
  if (kind === "spec" && status) return lineOfSpec(`${planShortId}/${specShortId}`, { title, status, claim });
  const where = planShortId === "" ? projectSlug : planShortId;
  return joined([`${kind} ${kind === "source" ? id : ""}`.trim(), oneLine(title), where]);
}
