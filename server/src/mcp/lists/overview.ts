import { listPlans, type planStatus } from "@groundplan/contract";
import type { z } from "zod";
import type { Caller } from "../caller.ts";
import { joined, oneLine } from "../render/words.ts";
import { type Asked, type Lines, ofPage } from "./asked.ts";
import { next } from "./by-kind.ts";
import { lineOfPlan } from "./line-of-plan.ts";
import { projectsOf } from "./projects-of.ts";

/** Parts of the overview, each of which can have several pages. */
interface Part {
  /** Project whose plans are listed. */
  project: string | undefined;
  cursor: string | undefined;
}

/**
 * Lists projects, each with its open plans, then what can be built. The cursor names the project to go on with, and the
 * page in it.
 */
export async function overview(caller: Caller, asked: Asked, cursor: string | undefined): Promise<Lines> {
  if (cursor === "next")
    return withTitle("Can be built now:", await next(caller, { project: asked.project }, undefined));
  const projects =
    asked.project === undefined ? await projectsOf(caller) : [{ slug: asked.project, name: "" }];
  const part = partOf(cursor) ?? { project: projects[0]?.slug, cursor: undefined };
  const lines: string[] = [];
  let from = projects.findIndex(({ slug }) => slug === part.project);
  let page = part.cursor;
  while (from >= 0 && from < projects.length) {
    const { slug = "", name = "" } = projects[from] ?? {};
    const status = asked.status as z.output<typeof planStatus> | undefined;
    const { plans, nextCursor } = await caller.call(listPlans, {
      params: { projectSlug: slug },
      query: { status, limit: ofPage, cursor: page },
    });
    const shown = plans.filter((plan) => status !== undefined || plan.status !== "DONE");
    if (page === undefined && (asked.status === undefined || shown.length > 0))
      lines.push(joined([`project ${slug}`, oneLine(name)]));
    lines.push(...shown.map((plan) => `- ${lineOfPlan(plan)}`));
    if (nextCursor === undefined) from++;
    page = nextCursor;
    const further = projects[from];
    if (lines.length >= Number(ofPage) && further)
      return { lines, nextCursor: `${further.slug}/${page ?? ""}` };
  }
  const isAll = asked.kind === undefined && asked.status === undefined;
  if (!isAll) return { lines };
  if (lines.length >= Number(ofPage)) return { lines, nextCursor: "next" };
  const buildable = withTitle("Can be built now:", await next(caller, { project: asked.project }, undefined));
  return { lines: [...lines, ...buildable.lines] };
}

function partOf(cursor: string | undefined): Part | undefined {
  const at = cursor?.indexOf("/") ?? -1;
  if (cursor === undefined || at < 0) return undefined;
  return { project: cursor.slice(0, at), cursor: cursor.slice(at + 1) || undefined };
}

const withTitle = (title: string, { lines, nextCursor }: Lines): Lines => ({
  lines: lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)],
  nextCursor,
});
