import { createSuggestion, type NewSuggestedSpec } from "@groundplan/contract";
import { z } from "zod";
import { sourcesOfPlanById } from "../../context/access.ts";
import { readiness } from "../../specs/readiness/index.ts";
import { criteriaChanges } from "../../suggestions/criteria-changes.ts";
import { lookUpQuotes, quotesBySource } from "../../suggestions/look-up-quotes.ts";
import { suggestionOfRun } from "../../suggestions/of-run.ts";
import type { StoredSpec } from "../../suggestions/stored-specs.ts";
import { editFault, faultsOf, proposalLimits, unseenNames } from "../proposals/check-specs.ts";
import { readTexts, sourcesRead } from "../proposals/told-texts.ts";
import { readSpec, sourceOf } from "../reach/reach.ts";
import { dataOf, findRun, keyOf } from "../store.ts";
import { fenced } from "./fenced.ts";
import { type Scene, ToolRefusal, tool } from "./tool.ts";

const from = z.union([
  z.strictObject({ criterion: z.int().min(1), source: z.string(), quote: z.string() }),
  z.strictObject({ criterion: z.int().min(1), assumed: z.literal(true) }),
]);

const newSpec = z.strictObject({
  ref: z.string().min(1).max(40),
  title: z.string().min(1).max(200),
  content: z.string().max(20_000),
  effort: z.int().min(1).max(5).optional(),
  needsFirst: z.array(z.string()).max(20).optional(),
  from: z.array(from),
});

export const proposeSpecsTool = tool({
  name: "propose_specs",
  description:
    "Proposes specs, all of them in one call if possible. content is markdown with a heading Acceptance criteria and a numbered list; from cites words of a source for each criterion, or says assumed. A known ref replaces that spec.",
  arguments: z.strictObject({ specs: z.array(newSpec).min(1).max(proposalLimits.specs) }),
  kind: "propose",
  tasks: ["draft"],
  async run(scene, { specs }) {
    const { run, steps } = scene;
    const read = sourcesRead(steps);
    const given = specs.map((spec) => asSuggested(scene, spec));
    const refs = new Set(given.map(({ ref }) => ref));
    if (refs.size < given.length) throw new ToolRefusal("Two specs have the same ref. Give each its own.");
    const faults = given.flatMap((spec) => faultsOf(spec, (id) => read.has(id)));
    const before = (await proposedBefore(scene)).filter(({ ref }) => !refs.has(ref));
    const all = [...before, ...given];
    if (all.length > proposalLimits.specs)
      faults.push(`A run proposes at most ${proposalLimits.specs} specs, and these would be ${all.length}.`);
    faults.push(...bodyFaults({ baseRevision: "0", specs: all }), ...(await needFaults(scene, given, all)));
    const { lookedUp, missing } = await lookUp(scene, given);
    faults.push(...missing);
    if (faults.length > 0)
      throw new ToolRefusal(
        `Nothing was kept. Mend this and propose them again:\n- ${faults.slice(0, 30).join("\n- ")}`,
      );
    const told = readTexts(run, steps);
    const unseen = Object.fromEntries(given.map((spec) => [spec.ref, unseenNames(spec, told)]));
    const lines = given.map((spec) => lineOf(scene, spec, unseen[spec.ref] ?? []));
    return {
      title: `Proposed ${given.length === 1 ? "a spec" : `${given.length} specs`}`,
      detail: given.map(({ title }) => `- ${title}`).join("\n"),
      text: `Kept.\n${lines.join("\n")}`,
      data: { refs: [...refs] },
      effect: { kind: "specs", proposed: { specs: given, lookedUp, unseen } },
    };
  },
});

/** Returns a spec as suggestions have it, with the ids of its sources. */
const asSuggested = (
  scene: Scene,
  { from: entries, ...spec }: z.output<typeof newSpec>,
): NewSuggestedSpec => ({
  ...spec,
  from: entries.map((entry) => {
    if ("assumed" in entry) return entry;
    const quote = entry.quote.replace(/\s+/g, " ").trim();
    if ([...quote].length < 10 || [...quote].length > 500)
      throw new ToolRefusal(`${spec.ref}, criterion ${entry.criterion}: a quote has 10 to 500 characters.`);
    return { criterion: entry.criterion, sourceId: sourceOf(scene, entry.source), quote };
  }),
});

/** Returns what the contract refuses in a suggestion, since a run's suggestions don't come through a request. */
function bodyFaults(body: object): string[] {
  const read = createSuggestion.body?.safeParse(body);
  return (read?.error?.issues ?? []).map(({ path, message }) => `${path.join("/")}: ${message}`);
}

/** Returns the needs that name neither a proposed spec nor one of the plan's own root, existing or not. */
async function needFaults(
  scene: Scene,
  given: readonly NewSuggestedSpec[],
  all: readonly NewSuggestedSpec[],
): Promise<string[]> {
  const refs = new Set(all.map(({ ref }) => ref));
  const faults: string[] = [];
  for (const { ref, needsFirst = [] } of given)
    for (const need of needsFirst.filter((name) => !refs.has(name)))
      if (!(await isWithin(scene, need)))
        faults.push(
          `${ref} needs ${JSON.stringify(need.slice(0, 40))}: name a ref, or a spec such as SPEC-3.`,
        );
  return faults;
}

async function isWithin(scene: Scene, handle: string): Promise<boolean> {
  try {
    await readSpec(scene, handle);
    return true;
  } catch (error) {
    if (error instanceof ToolRefusal) return false;
    throw error;
  }
}

/** Returns the specs that the run has proposed so far, while its suggestion is open. */
async function proposedBefore({ context, run }: Scene): Promise<NewSuggestedSpec[]> {
  // A call of the same answer may have made it.
  const now = await findRun(context.db, keyOf(run));
  if (!now?.suggestion_id) return [];
  const of = { workspaceId: run.workspace_id, suggestionId: now.suggestion_id };
  const made = await suggestionOfRun(context.db, of);
  return made?.state === "open" ? made.specs.map(asNew) : [];
}

const asNew = ({ ref, title, content, effort, needsFirst, from: entries }: StoredSpec): NewSuggestedSpec => ({
  ref,
  title,
  content,
  effort,
  needsFirst,
  from: entries.map((entry) =>
    "assumed" in entry
      ? { criterion: entry.criterion, assumed: true as const }
      : { criterion: entry.criterion, sourceId: entry.sourceId, quote: entry.quote },
  ),
});

/** Looks up all quotes; `missing` names those that stand in no source, or in one that has gone since it was read. */
async function lookUp(scene: Scene, specs: NewSuggestedSpec[]) {
  const { context, actor, plan } = scene;
  const there = await sourcesOfPlanById(context.db, plan, [...quotesBySource(specs).keys()]);
  const gone = specs.flatMap(({ ref, from: entries = [] }) =>
    entries.flatMap((entry) =>
      "sourceId" in entry && !there.has(entry.sourceId)
        ? `${ref}, criterion ${entry.criterion}: its source has gone. Cite another one, or say assumed.`
        : [],
    ),
  );
  if (gone.length > 0) return { lookedUp: [], missing: gone };
  const body = { baseRevision: String(plan.revision), hunks: [], specs };
  const lookedUp = await lookUpQuotes(
    context.db,
    { ...actor, scope: "write" },
    {
      params: { documentId: plan.id },
      query: {},
      body,
    },
  );
  const missing = lookedUp.flatMap(({ quote, place, nearest }) => {
    if (place !== null) return [];
    const hint =
      nearest === null ? "" : ` The nearest words there are:\n${fenced(scene.run, "source", nearest)}\n`;
    return [
      `“${quote.slice(0, 120)}” doesn't stand in its source.${hint} Quote its words exactly, or say assumed.`,
    ];
  });
  return { lookedUp, missing };
}

/** Times that the model is told the readiness of a spec. */
const mostTold = 2;

function lineOf({ steps, plan }: Scene, spec: NewSuggestedSpec, unseen: readonly string[]): string {
  const { ref, title, content, effort = null } = spec;
  const told = steps.filter((step) => dataOf(step).refs?.includes(ref)).length;
  if (told >= mostTold) return `- ${ref}: kept.`;
  const planIsOpen = plan.has_open_questions === 1;
  const graded = readiness({ title, content, effort, danglingNeeds: [], planIsOpen });
  const reasons = graded.reasons.slice(0, 5).map(({ fix }) => fix);
  const names =
    unseen.length === 0 ? [] : [`Named, but not read anywhere: ${unseen.slice(0, 5).join(", ")}.`];
  return `- ${ref}: readiness ${graded.readiness} of 5. ${[...reasons, ...names].join(" ")}`.trimEnd();
}

const editsOf = ({ steps }: Scene) =>
  steps.flatMap((step) => {
    const { edit, suggestion } = dataOf(step);
    return edit === undefined ? [] : [{ edit, suggestion }];
  });

/** Returns how many criteria the run's other edits of a spec add, of those that weren't decided. */
async function addedBefore(scene: Scene, specId: string): Promise<number> {
  let added = 0;
  for (const { edit, suggestion } of editsOf(scene)) {
    if (edit.specId !== specId || edit.added <= 0) continue;
    // One of the same answer isn't noted yet.
    const made =
      suggestion &&
      (await suggestionOfRun(scene.context.db, {
        workspaceId: scene.run.workspace_id,
        suggestionId: suggestion.suggestionId,
      }));
    if (!suggestion || made?.state === "open") added += edit.added;
  }
  return added;
}

export const proposeEditTool = tool({
  name: "propose_edit",
  description:
    "Proposes to replace words of a spec: old stands in its text exactly once, new takes its place; why in one sentence.",
  arguments: z.strictObject({
    spec: z.string(),
    old: z.string().min(1).max(20_000),
    new: z.string().max(20_000),
    why: z.string().min(1).max(500),
  }),
  kind: "propose",
  tasks: ["revise", "gaps"],
  async run(scene, { spec: handle, old, new: replacement, why }) {
    const spec = await readSpec(scene, handle);
    const times = spec.content.split(old).length - 1;
    if (times !== 1)
      throw new ToolRefusal(
        times === 0
          ? `old doesn't stand in ${spec.shortId}. Read it with get_specs and quote its words exactly.`
          : `old stands ${times} times in ${spec.shortId}. Quote more words around it.`,
      );
    if (editsOf(scene).length >= proposalLimits.edits)
      throw new ToolRefusal(`A run proposes at most ${proposalLimits.edits} edits. Finish.`);
    const hunks = [{ exact: old, replacement }];
    const faults = bodyFaults({ baseRevision: String(spec.revision), hunks, message: why });
    if (faults.length > 0) throw new ToolRefusal(`Nothing was kept:\n- ${faults.join("\n- ")}`);
    const onlyAdds = replacement.startsWith(old) || replacement.endsWith(old);
    const after = spec.content.replace(old, () => replacement);
    const changes = criteriaChanges(spec.content, after);
    if (
      scene.run.task === "gaps" &&
      !(onlyAdds && changes.added > 0 && changes.changed + changes.removed === 0)
    )
      throw new ToolRefusal(
        "For gaps, propose only edits that add criteria: new begins or ends with old, and no criterion changes.",
      );
    const fault = editFault(spec.content, after, await addedBefore(scene, spec.id));
    if (fault !== null) throw new ToolRefusal(`Nothing was kept. ${fault}`);
    return {
      title: `Proposed a change of ${spec.shortId}`,
      detail: why,
      text: "Kept as a suggestion.",
      data: { edit: { specId: spec.id, added: changes.added - changes.removed } },
      effect: {
        kind: "edit",
        specShortId: spec.shortId,
        edit: { specId: spec.id, baseRevision: spec.revision, old, replacement, why },
      },
    };
  },
});
