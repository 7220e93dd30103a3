import { createSpecBatch, type SpecSummary } from "@groundplan/contract";
import { z } from "zod";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { locatePlan, type PlanPath, specsOf } from "../locate.ts";
import { joined, oneLine } from "../render/words.ts";
import { type SavedSpec, savedSpec } from "./saved-spec.ts";
import { suggestSpecs } from "./suggest-specs.ts";
import { tool } from "./tool.ts";

const given = z.strictObject({
  plan: z.string(),
  specs: z.array(savedSpec).min(1).max(50),
  suggest: z.boolean().optional().describe("Propose; a person accepts"),
});

export const saveSpecs = tool({
  name: "save_specs",
  description:
    'Create or change specs of a plan, all or nothing. Criteria are a numbered list under "## Acceptance criteria" in content. Answers readiness and reasons.',
  arguments: given,
  isRead: false,
  usualBudget: 4000,
  example: {
    plan: "PLAN-1",
    specs: [
      {
        title: "Guests pay by card",
        content: "## Acceptance criteria\n\n1. A card is charged once.",
        effort: 3,
      },
    ],
  },
  async run(caller, { plan, specs, suggest = false }) {
    const params = await locatePlan(caller, plan, "plan");
    const own = specs.map((spec, index) => ownHandles(spec, params, index));
    for (const [index, spec] of own.entries()) requireWhole(params, spec, index);
    if (suggest) return suggestSpecs(caller, params, own);
    const written = await save(caller, params, own);
    return written.map((spec, index) => lineOf(spec, own[index])).join("\n");
  },
});

/** Returns a spec with the handles of its own plan in short. */
function ownHandles(spec: SavedSpec, { planShortId }: PlanPath, index: number): SavedSpec {
  const prefix = `${planShortId}/`;
  const short = (handle: string) => {
    const upper = handle.trim().toUpperCase();
    if (upper.startsWith(prefix)) return upper.slice(prefix.length);
    return /^(PLAN-\d+\/)?SPEC-\d+$/.test(upper) ? upper : handle;
  };
  const handle = spec.spec === undefined ? undefined : short(spec.spec);
  if (handle !== undefined && !/^SPEC-\d{1,9}$/.test(handle))
    throw new ToolError(
      `specs/${index}/spec`,
      `must be a spec of ${planShortId}, such as SPEC-2.`,
      "Leave it out for a new spec.",
      { tool: "get_plan", arguments: { plan: planShortId } },
    );
  const needs = spec.needs?.map(short);
  return Object.assign({}, spec, handle && { spec: handle }, needs && { needs });
}

/** Throws for a spec that lacks something, with a call that has it. */
function requireWhole({ planShortId }: PlanPath, spec: SavedSpec, index: number): void {
  const refuse = (field: string, what: string, mended: SavedSpec) => {
    throw new ToolError(`specs/${index}/${field}`, what, "", {
      tool: "save_specs",
      arguments: { plan: planShortId, specs: [mended] },
    });
  };
  const { title, content, edits, revision, spec: handle } = spec;
  if (handle === undefined) {
    if (edits || revision !== undefined) {
      const { edits: _edits, revision: _revision, ...rest } = spec;
      const field = edits ? "edits" : "revision";
      refuse(
        field,
        "goes with `spec`: a new spec has no text yet.",
        Object.assign({ title: "A title" }, rest),
      );
    }
    if (title === undefined)
      refuse("title", "is required for a new spec.", Object.assign({ title: "A title" }, spec));
    return;
  }
  if (content !== undefined && edits) {
    const { edits: _edits, ...rest } = spec;
    refuse("edits", "can't go with `content`: send one of them.", rest);
  }
}

async function save(caller: Caller, params: PlanPath, specs: readonly SavedSpec[]): Promise<SpecSummary[]> {
  const body = {
    specs: specs.map(({ spec, ref, needs, revision, ...texts }) =>
      spec === undefined
        ? Object.assign({ ref, needsFirst: needs }, texts, { title: texts.title ?? "" })
        : Object.assign({ spec, needsFirst: needs, baseRevision: revision }, texts),
    ),
  };
  try {
    const reply = await at("specs", () => caller.callMinimal(createSpecBatch, { params, body }), {
      pathOf: (path) => path.replace(/needsFirst/g, "needs").replace(/baseRevision$/, "revision"),
    });
    return reply.specs;
  } catch (error) {
    throw error instanceof ToolError ? await withExample(caller, params, specs, error) : error;
  }
}

/** Adds the plan's specs to an error about a handle, and a call without the fault. */
async function withExample(
  caller: Caller,
  params: PlanPath,
  specs: readonly SavedSpec[],
  { where, message }: ToolError,
): Promise<ToolError> {
  const plan = params.planShortId;
  const [, at = "", field = "", item] = /^specs\/(\d+)\/(\w+)(?:\/(\d+))?/.exec(where) ?? [];
  const spec = specs[Number(at)];
  if (spec && field === "needs" && item !== undefined) {
    const needs = spec.needs?.filter((_, index) => index !== Number(item));
    const mended = specs.map((one) => (one === spec ? Object.assign({}, one, { needs }) : one));
    const attempt = { tool: "save_specs", arguments: { plan, specs: mended } };
    if (!message.startsWith("There is no such spec")) return new ToolError(where, message, "", attempt);
    const need = spec.needs?.[Number(item)] ?? "";
    const [, other = plan, own = JSON.stringify(need.slice(0, 80))] =
      /^(PLAN-\d+)\/(SPEC-\d+)$/.exec(need) ?? [];
    const known = await specsOf(caller, await locatePlan(caller, other, where));
    const remedy = `It has ${known}. Use one of these, or a ref of this call.`;
    return new ToolError(where, `${other} has no ${own}.`, remedy, attempt);
  }
  if (spec?.spec !== undefined && field === "spec")
    return new ToolError(where, `${plan} has no ${spec.spec}.`, `It has ${await specsOf(caller, params)}.`, {
      tool: "get_plan",
      arguments: { plan },
    });
  const named = spec?.spec ?? specs.find((one) => one.spec !== undefined)?.spec;
  return new ToolError(
    where,
    message,
    "",
    named === undefined
      ? { tool: "get_plan", arguments: { plan } }
      : { tool: "get_specs", arguments: { specs: [`${plan}/${named}`] } },
  );
}

/** "SPEC-2 rev 1 readiness 2 Rough: no_criteria". */
function lineOf(
  { shortId, revision, readiness, readinessLabel, reasons }: SpecSummary,
  sent: SavedSpec | undefined,
) {
  const state = `${shortId}${sent?.ref === undefined ? "" : ` (${oneLine(sent.ref, 40)})`} rev ${revision} readiness ${readiness} ${readinessLabel}`;
  const why = reasons.slice(0, 2).map(({ code, text }) => `${code} ${oneLine(text, 24)}`.trim());
  return joined([state, joined(why, "; "), reasons.length > 2 && `${reasons.length - 2} more`], ": ");
}
