import {
  createComment,
  createPlan,
  createPlanSource,
  createProject,
  createSpecBatch,
  createSuggestion,
  createThread,
  deleteProject,
  listProjects,
  resolveDocument,
} from "@groundplan/contract";
import { checkout } from "../../../../cli/src/demo/checkout.ts";
import { sources } from "../../../../cli/src/demo/context.ts";
import { measured, vague } from "../../../../cli/src/demo/suggested.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import type { PlanParams } from "../../planning/params.ts";

const name = "Sample shop";

/**
 * Creates the sample: the demo's checkout plan with a thread and an open suggestion. Deletes it again if any
 * part fails.
 */
export async function makeSample(): Promise<PlanParams> {
  const { project } = await call(createProject, { body: { name } });
  const projectSlug = project.slug ?? project.id;
  try {
    return await fill(projectSlug);
  } catch (refusal) {
    // The original error matters more than a failed cleanup.
    await call(deleteProject, { params: { projectSlug } }).catch(() => {});
    throw refusal;
  } finally {
    await invalidate(listProjects);
  }
}

async function fill(projectSlug: string): Promise<PlanParams> {
  const made = new Map<string, PlanParams>();
  const ids = new Map<string, string>();
  for (const { name: planName, description, parent, specs } of checkout) {
    const parentPlanId = parent === undefined ? undefined : made.get(parent)?.planShortId;
    const where = parentPlanId === undefined ? {} : { parentPlanId };
    const body = { name: planName, description, ...where };
    const { plan } = await call(createPlan, { params: { projectSlug }, body });
    const params = { projectSlug, planShortId: plan.shortId };
    const batch = await call(createSpecBatch, { params, body: { specs } });
    made.set(planName, params);
    for (const [index, { ref }] of specs.entries())
      if (ref !== undefined) ids.set(ref, batch.specs[index]?.id ?? "");
  }
  const [first] = made.values();
  if (!first) throw new Error("The sample has a plan.");
  for (const source of sources)
    await call(createPlanSource, { params: first, body: { ...source, kind: "note" } });
  await talk(ids);
  return first;
}

async function talk(ids: ReadonlyMap<string, string>): Promise<void> {
  const payment = { documentId: ids.get("payment") ?? "" };
  const asked = "The provider keeps a payment open for 15 minutes. Is 20 seconds not too early to give up?";
  const { thread } = await call(createThread, {
    params: payment,
    body: { body: asked, anchor: { exact: "within 20 seconds" } },
  });
  const body = "We don't give up, the page only stops waiting. The job asks again after that.";
  await call(createComment, { params: { ...payment, threadId: thread.id }, body: { body } });

  const target = `plan-item:${ids.get("measure")}`;
  const { document, sourceText } = await call(resolveDocument, { query: { target } });
  const start = sourceText.indexOf(vague);
  await call(createSuggestion, {
    params: { documentId: document.id },
    body: {
      baseRevision: document.revision,
      hunks: [{ start, end: start + vague.length, replacement: measured }],
      message: "Criteria that we can test, in place of the dashboard",
    },
  });
}
