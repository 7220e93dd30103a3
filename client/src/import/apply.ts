import { getPlanTree, type ImportResult, importPlans, type PlanTree } from "@groundplan/contract";
import type { Caller } from "./caller.ts";
import type { ImportedContext, ImportedPlan, Parsed } from "./format.ts";
import { requests } from "./requests.ts";
import { sentPlan, uploadFiles } from "./send.ts";

export type PlanResult = ImportResult["plans"][number];
/** The service's result for a context source. */
export type ContextResult = ImportResult["sources"][number];

/** An import as it is sent: the tree's plan, the project's context sources, and a stream of sources. */
export interface All {
  root: ImportedPlan | null;
  context: ImportedContext[] | undefined;
  sources: AsyncIterable<Parsed>;
}

/** Results for the tree's plan, if sent, and for the project's context sources. */
export interface First {
  root: PlanResult | undefined;
  context: readonly ContextResult[];
}

/** A source with the results of its plans, its own first. */
export interface Applied {
  source: Parsed;
  plans: readonly PlanResult[];
}

export interface ApplyOptions {
  dryRun: boolean;
  onConflict: "keep" | "theirs" | "ours";
  /** Takes specs that were made here for new ones with their titles. */
  adopt?: boolean;
}

/** Outlasts a full minute of rate limiting, since half an import helps nobody. */
const patience = { timeout: 150_000 };

/** Drops the bytes of files, half of an import's memory, but for those in which notes name a line (`notes.ts`). */
function forgetFiles(source: Parsed): void {
  const places = source.plans.flatMap(({ specs = [] }) => specs.map(({ source: place }) => place));
  const withLines = new Set(places.flatMap((place) => (place?.from ? [place.path] : [])));
  source.files = source.files?.filter(({ path }) => withLines.has(path)) ?? [];
}

/**
 * Imports sources while they are read, each all or nothing. Every request names the root again, since a dry
 * run creates none. `onFirst` gets the results of the first request.
 */
export async function* apply(
  client: Caller,
  projectSlug: string,
  { root, context, sources }: All,
  options: ApplyOptions,
  onFirst: (result: First) => void,
): AsyncGenerator<Applied> {
  let isFirst = true;
  const uploaded = async (group: readonly Parsed[]) => {
    const files = options.dryRun ? [] : group.flatMap((source) => source.files ?? []);
    const ids = await uploadFiles(client, projectSlug, files);
    for (const source of group) forgetFiles(source);
    return { group, ids };
  };
  for await (const { group, ids } of ahead(requests(sources, context), uploaded)) {
    const own = group.flatMap((source) => source.plans);
    const plans = [...(root ? [root] : []), ...own].map((plan) => sentPlan(plan, ids));
    const ofProject = context?.map(withoutPlace);
    const { import: result } = await client.call(
      importPlans,
      {
        params: { projectSlug },
        body: { plans, ...(isFirst && ofProject ? { sources: ofProject } : {}), ...options },
      },
      patience,
    );
    const resultOf = new Map(result.plans.map((plan) => [plan.externalRef, plan]));
    if (isFirst)
      onFirst({ root: root ? resultOf.get(root.externalRef) : undefined, context: result.sources });
    isFirst = false;
    for (const source of group)
      yield { source, plans: source.plans.flatMap(({ externalRef }) => resultOf.get(externalRef) ?? []) };
  }
}

/** Returns a context source of the project, whose files no plan keeps. */
function withoutPlace(source: ImportedContext): Omit<ImportedContext, "source"> {
  const { source: place, ...rest } = source;
  void place;
  return rest;
}

/** Prepares one item ahead, so that sources are read and files uploaded while the service writes. */
async function* ahead<T, Ready>(
  items: AsyncIterator<T>,
  prepare: (item: T) => Promise<Ready>,
): AsyncGenerator<Ready> {
  const next = () => {
    const ready = items.next().then(async (item) => (item.done ? null : { is: await prepare(item.value) }));
    ready.catch(() => {}); // Thrown by the next await.
    return ready;
  };
  for (let item = await next(); item; ) {
    const following = next();
    yield item.is;
    item = await following;
  }
}

/** Returns plans of an imported tree whose source no longer exists, by reference. */
export async function vanishedPlans(
  client: Caller,
  path: { projectSlug: string; planShortId: string },
  isVanished: (externalRef: string) => boolean,
): Promise<{ shortId: string; name: string }[]> {
  const tree = await client.call(getPlanTree, { params: path }, patience);
  const all = ({ plan, children }: PlanTree): PlanTree["plan"][] => [plan, ...children.flatMap(all)];
  return all(tree).flatMap(({ shortId, name, externalRef }) =>
    externalRef && isVanished(externalRef) ? [{ shortId, name }] : [],
  );
}

/** Yields the results of an import into an empty project, without sending anything. */
export async function* unsent(
  { root, context = [], sources }: All,
  onFirst: (result: First) => void,
): AsyncGenerator<Applied> {
  onFirst({ root: root ? wouldCreate(root) : undefined, context: context.map(wouldCreateContext) });
  for await (const source of sources) yield { source, plans: source.plans.map(wouldCreate) };
}

/** Returns the result for a plan that doesn't exist yet. */
export function wouldCreate({ externalRef, name, specs = [], sources = [] }: ImportedPlan): PlanResult {
  const outcome = "created" as const;
  const nothing = { outcome, changed: [], conflicts: [] };
  return {
    ...nothing,
    externalRef,
    planId: null,
    planShortId: null,
    name,
    created: specs.length,
    updated: 0,
    unchanged: 0,
    specs: specs.map(({ externalRef: ref, title }) => ({
      ...nothing,
      externalRef: ref,
      specShortId: null,
      title,
    })),
    sources: sources.map(wouldCreateContext),
  };
}

const wouldCreateContext = ({ externalRef, title }: ImportedContext): ContextResult => ({
  externalRef,
  sourceId: null,
  title,
  outcome: "created",
  changed: [],
  conflicts: [],
});
