import {
  getSpec,
  listContext,
  listNext,
  listPlans,
  listProjectContext,
  listProjectSkills,
  listProjects,
  listSkills,
  planStatus,
  type SearchResult,
  search,
} from "@groundplan/contract";
import { z } from "zod";
import { fitLines, type LinePage, linePage } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { isNotFound } from "../locate.ts";
import { lineOfSpec } from "../render/spec.ts";
import { joined, oneLine } from "../render/words.ts";
import { budgetArgument, cursorArgument, tool } from "./tool.ts";

const states = [...planStatus.options, "TODO", "IN_PROGRESS", "CANCELLED"] as const;

const given = z.strictObject({
  q: z.string().optional().describe('Words, "a phrase", pre* or a handle'),
  kind: z.enum(["plan", "spec", "source", "skill"]).optional(),
  project: z.string().optional(),
  status: z.enum(states).optional(),
  cursor: cursorArgument,
  budget: budgetArgument,
});
type Given = z.output<typeof given>;

interface Lines {
  lines: string[];
  nextCursor?: string | undefined;
}

/** Lines of a page of the API. */
const ofPage = "20";

export const find = tool({
  name: "find",
  description:
    "Search or list plans, specs, sources and skills, a line each. Without q: projects, open plans, what can be built.",
  arguments: given,
  isRead: true,
  usualBudget: 4000,
  example: { q: "payment", kind: "plan", status: "READY" },
  async run(caller, asked: Given, budget) {
    const page = linePage(asked.cursor);
    const found = await at("project", () => listOf(caller, asked, page), {
      pathOf: (path) => path,
      attempt: { tool: "find", arguments: {} },
    });
    const { lines, nextCursor } = found;
    if (lines.length === 0 && nextCursor === undefined) return "Nothing found.";
    return fitLines(lines, budget, { skip: page.skip, cursor: page.cursor, nextCursor });
  },
});

function listOf(caller: Caller, asked: Given, { cursor }: LinePage): Promise<Lines> {
  const { q, kind, status } = asked;
  if (q !== undefined && q.trim() !== "") return searched(caller, asked, cursor);
  if (kind === "source") return sources(caller, asked, cursor);
  if (kind === "skill") return skills(caller, asked, cursor);
  if (kind === "spec" || status === "TODO" || status === "IN_PROGRESS") return next(caller, asked, cursor);
  return overview(caller, asked, cursor);
}

async function searched(
  caller: Caller,
  { q = "", kind, project, status }: Given,
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
  status: Given["status"],
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

const lineOfPlan = (plan: { shortId: string; status: string; name: string; specCount: number }) =>
  joined([`${plan.shortId} ${plan.status}`, oneLine(plan.name), `${plan.specCount} specs`]);

async function next(caller: Caller, { project, status }: Given, cursor: string | undefined): Promise<Lines> {
  if (status !== undefined && status !== "TODO" && status !== "IN_PROGRESS")
    throw new ToolError("status", "specs without `q` are those that can be built now.", "", {
      tool: "find",
      arguments: { kind: "spec", status: "TODO" },
    });
  const query = { projectSlug: project, status, limit: ofPage, cursor };
  const { specs, nextCursor } = await caller.call(listNext, { query });
  return {
    lines: specs.map((spec) => lineOfSpec(`${spec.planShortId}/${spec.specShortId}`, spec)),
    nextCursor,
  };
}

async function sources(caller: Caller, { project }: Given, cursor: string | undefined): Promise<Lines> {
  const query = { limit: ofPage, cursor };
  const { sources: found, nextCursor } = await (project === undefined
    ? caller.call(listContext, { query })
    : caller.call(listProjectContext, { params: { projectSlug: project }, query }));
  return {
    lines: found.map(({ id, title, tokenCount }) =>
      joined([`source ${id}`, oneLine(title), `${tokenCount} tokens`]),
    ),
    nextCursor,
  };
}

async function skills(caller: Caller, { project }: Given, cursor: string | undefined): Promise<Lines> {
  const query = { limit: ofPage, cursor };
  const { skills: found, nextCursor } = await (project === undefined
    ? caller.call(listSkills, { query })
    : caller.call(listProjectSkills, { params: { projectSlug: project }, query }));
  return {
    lines: found.map(({ slug, description }) => joined([`skill ${slug}`, oneLine(description)])),
    nextCursor,
  };
}

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
async function overview(caller: Caller, asked: Given, cursor: string | undefined): Promise<Lines> {
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

async function projectsOf(caller: Caller): Promise<{ slug: string; name: string }[]> {
  const { projects } = await caller.call(listProjects, {});
  return projects.flatMap(({ slug, name }) => (slug === null ? [] : [{ slug, name }]));
}

const withTitle = (title: string, { lines, nextCursor }: Lines): Lines => ({
  lines: lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)],
  nextCursor,
});
