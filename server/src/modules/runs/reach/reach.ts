import {
  type Endpoint,
  getPlanSource,
  getProjectSkill,
  getSpec,
  type Reply,
  type Request,
  search,
} from "@groundplan/contract";
import { createExecute } from "../../../dispatch/execute.ts";
import type { Handlers } from "../../../dispatch/handlers.ts";
import { ApiError } from "../../../errors.ts";
import { refusedClaim } from "../../claims/fence.ts";
import { readSources } from "../../context/read-sources.ts";
import { sourcesOfPlan } from "../../context/sources-of-plan.ts";
import type { Context } from "../../context.ts";
import { planHandle } from "../../handles.ts";
import { reloadActor } from "../../identity/credential-kinds.ts";
import { projectOfId } from "../../projects/access.ts";
import { find } from "../../search/find.ts";
import { projectSkillGet } from "../../skills/read-skills.ts";
import { specGet } from "../../specs/read-specs.ts";
import { type Scene, ToolRefusal } from "../tools/tool.ts";

/** The operations that the model's tools can reach: whatever is not here doesn't exist for it. */
const handlers: Handlers<Context> = new Map(
  [...readSources.filter(({ endpoint }) => endpoint === getPlanSource), find, projectSkillGet, specGet].map(
    (handler) => [handler.endpoint.id, handler],
  ),
);

const execute = createExecute<Context>(handlers, { reloadActor, refusedClaim });

/** Runs one of the reachable operations as the run's starter, who is cut to reading. */
async function ask<E extends Endpoint>(
  { context, actor }: Scene,
  endpoint: E,
  request: Request<E>,
): Promise<Reply<E>> {
  const { params = {}, query = {} } = request as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { body } = await execute(context, { ...actor, scope: "read" }, endpoint, {
    params,
    query: texts,
    body: undefined,
  });
  return JSON.parse(String(body ?? "{}"));
}

/** Returns what a thing that isn't within reach answers, whether it exists or not. */
async function orMissing<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") throw missing(what);
    throw error;
  }
}

const missing = (what: string) => new ToolRefusal(`There is no ${what} here.`);

const slugOf = async ({ context, actor, plan }: Scene): Promise<string> =>
  (await projectOfId(context.db, actor, plan.project_id)).slug;

/** Returns the id of a source by its name in the run, `S1` for the first. */
export function sourceOf({ run }: Pick<Scene, "run">, name: string): string {
  const ids = JSON.parse(run.sources) as string[];
  const id = /^S[1-9]\d{0,3}$/.test(name) ? ids[Number(name.slice(1)) - 1] : undefined;
  if (id === undefined)
    throw missing(`source ${JSON.stringify(name.slice(0, 40))}; name one as the list does, such as S1,`);
  return id;
}

/** Reads a ticked source of the run. */
export async function readSource(scene: Scene, name: string, offset: number) {
  const sourceId = sourceOf(scene, name);
  const params = { projectSlug: await slugOf(scene), planShortId: planHandle(scene.plan.number), sourceId };
  const { source } = await orMissing(
    `source ${name}`,
    ask(scene, getPlanSource, { params, query: { offset } }),
  );
  return source;
}

/** Reads a ticked skill. */
export async function readSkill(scene: Scene, slug: string) {
  const ticked = JSON.parse(scene.run.skills) as string[];
  if (!ticked.includes(slug)) throw missing(`skill ${JSON.stringify(slug.slice(0, 60))}`);
  const params = { projectSlug: await slugOf(scene), slug };
  return (await orMissing(`skill ${slug}`, ask(scene, getProjectSkill, { params }))).skill;
}

/** Returns those handles of specs, as a plan's specs name others, that are of the plan's own root. */
export async function handlesWithin(scene: Scene, handles: readonly string[]): Promise<string[]> {
  if (!handles.some((handle) => handle.includes("/"))) return [...handles];
  const own = await plansOfRoot(scene);
  return handles.filter((handle) => !handle.includes("/") || own.has(handle.split("/")[0] ?? ""));
}

/** Finds a spec of the plan's own root by `SPEC-3`, or `PLAN-4/SPEC-3` in another plan of it. */
export async function readSpec(scene: Scene, handle: string) {
  const named = handle.trim().toUpperCase();
  const [, planNumber, specShortId] = /^(?:PLAN-(\d{1,9})\/)?(SPEC-\d{1,9})$/.exec(named) ?? [];
  const what = `spec ${JSON.stringify(handle.slice(0, 40))}`;
  if (specShortId === undefined) throw missing(what);
  const { context, plan } = scene;
  const number = planNumber === undefined ? plan.number : Number(planNumber);
  const own = await context.db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id"),
    )
    .select(["plans.id", "projects.slug"])
    .where("plans.workspace_id", "=", plan.workspace_id)
    .where("plans.number", "=", number)
    .where("plans.root_plan_id", "=", plan.root_plan_id)
    .executeTakeFirst();
  if (!own) throw missing(what);
  const params = { projectSlug: own.slug, planShortId: planHandle(number), specShortId };
  return (await orMissing(what, ask(scene, getSpec, { params }))).spec;
}

const mostResults = 20;
/** Pages of a search in which those within reach are looked for. */
const mostPages = 5;

interface FoundPlace {
  name: string;
  title: string;
  excerpt: string;
}

/** Searches the ticked sources and the specs of the plan's own root; each has half of the results, or what the other leaves. */
export async function searchWithin(scene: Scene, q: string): Promise<FoundPlace[]> {
  const ticked = JSON.parse(scene.run.sources) as string[];
  const all: Record<"source" | "spec", FoundPlace[]> = { source: [], spec: [] };
  const projectSlug = await slugOf(scene);
  const own = await plansOfRoot(scene);
  const path = { projectSlug, planShortId: planHandle(scene.plan.number) };
  // One that was moved away may be readable where it is now.
  const readable = new Set((await sourcesOfPlan(scene.context.db, scene.actor, path)).map(({ id }) => id));
  for (const kind of ["source", "spec"] as const) {
    const found = all[kind];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages && found.length < mostResults; page++) {
      const query = {
        q,
        kind,
        limit: 100,
        ...(kind === "spec" ? { projectSlug } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const reply = await ask(scene, search, { query });
      for (const { id, title, excerpt, planShortId, specShortId } of reply.results) {
        const at = ticked.indexOf(id);
        if (kind === "source" && at >= 0 && readable.has(id))
          found.push({ name: `S${at + 1}`, title, excerpt });
        if (kind === "spec" && planShortId !== undefined && own.has(planShortId))
          found.push({ name: `${planShortId}/${specShortId}`, title, excerpt });
      }
      cursor = reply.nextCursor;
      if (cursor === undefined) break;
    }
  }
  const most = Math.max(mostResults / 2, mostResults - all.spec.length);
  return [...all.source.slice(0, most), ...all.spec].slice(0, mostResults);
}

async function plansOfRoot({ context, plan }: Scene): Promise<Set<string>> {
  const rows = await context.db
    .selectFrom("plans")
    .select("number")
    .where("workspace_id", "=", plan.workspace_id)
    .where("root_plan_id", "=", plan.root_plan_id)
    .execute();
  return new Set(rows.map(({ number }) => planHandle(number)));
}
