import { createSuggestion, getDocument, getPlan, getSpec } from "@groundplan/contract";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { ofSpec, type PlanPath } from "../locate.ts";
import { oneLine } from "../render/words.ts";
import type { SavedSpec } from "./saved-spec.ts";

/** Suggests new specs together, on the plan; a changed text each on its spec. */
export async function suggestSpecs(
  caller: Caller,
  params: PlanPath,
  specs: readonly SavedSpec[],
): Promise<string> {
  const isNew = ({ spec }: SavedSpec) => spec === undefined;
  for (const [index, spec] of specs.entries()) if (!isNew(spec)) requireEdits(params, spec, index);
  const lines: string[] = [];
  if (specs.some(isNew)) lines.push(await suggestNew(caller, params, specs));
  for (const [index, spec] of specs.entries())
    if (spec.spec !== undefined) lines.push(await suggestEdits(caller, params, spec, index));
  return lines.join("\n");
}

function requireEdits(
  { planShortId }: PlanPath,
  { spec, edits, title, effort, needs, content }: SavedSpec,
  index: number,
) {
  const field = Object.entries({ title, effort, needs, content }).find(
    ([, value]) => value !== undefined,
  )?.[0];
  if (edits && field === undefined) return;
  throw new ToolError(
    `specs/${index}/${field ?? "edits"}`,
    "a suggestion for a spec that is there changes its text by `edits` only.",
    "",
    edits
      ? { tool: "save_specs", arguments: { plan: planShortId, suggest: true, specs: [{ spec, edits }] } }
      : { tool: "get_specs", arguments: { specs: [`${planShortId}/${spec}`] } },
  );
}

async function suggestNew(caller: Caller, params: PlanPath, specs: readonly SavedSpec[]): Promise<string> {
  const { plan } = await caller.call(getPlan, { params });
  const places = specs.flatMap(({ spec }, index) => (spec === undefined ? [index] : []));
  const added = places.map((place, number) => {
    const { ref = `new-${number + 1}`, title = "", content = "", effort, needs } = specs[place] ?? {};
    return { ref, title, content, effort, needsFirst: needs };
  });
  const { suggestion } = await at(
    "specs",
    async () =>
      caller.call(createSuggestion, {
        params: { documentId: plan.id },
        body: { baseRevision: await revisionOf(caller, plan.id), specs: added },
      }),
    {
      pathOf: (path) =>
        path
          .replace(/^specs\/(\d+)/, (_, index) => `specs/${places[Number(index)]}`)
          .replace("needsFirst", "needs"),
      attempt: { tool: "get_plan", arguments: { plan: params.planShortId } },
    },
  );
  const graded = suggestion.specs.map(({ ref, readiness }) => `${oneLine(ref, 40)} readiness ${readiness}`);
  return `Suggested for ${params.planShortId}: ${graded.join(", ")}`;
}

async function suggestEdits(
  caller: Caller,
  params: PlanPath,
  { spec: specShortId = "", edits = [] }: SavedSpec,
  index: number,
): Promise<string> {
  const where = `specs/${index}/spec`;
  const path = Object.assign({ specShortId }, params);
  const { spec } = await ofSpec(caller, path, where, () => caller.call(getSpec, { params: path }));
  await at(
    `specs/${index}/edits`,
    async () =>
      caller.call(createSuggestion, {
        params: { documentId: spec.id },
        body: {
          baseRevision: await revisionOf(caller, spec.id),
          hunks: edits.map((edit) => ({ exact: edit.old, replacement: edit.new })),
        },
      }),
    {
      pathOf: (inner) =>
        `specs/${index}/${inner.replace("hunks", "edits").replace("exact", "old").replace("replacement", "new")}`,
      attempt: { tool: "get_specs", arguments: { specs: [`${params.planShortId}/${specShortId}`] } },
    },
  );
  return `Suggested for ${params.planShortId}/${specShortId}: ${edits.length} edit${edits.length === 1 ? "" : "s"}`;
}

const revisionOf = async (caller: Caller, documentId: string) =>
  (await caller.call(getDocument, { params: { documentId } })).document.revision;
