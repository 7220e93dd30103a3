import {
  createComment,
  createPlan,
  createProject,
  createSpecBatch,
  createSuggestion,
  createThread,
  listProjects,
  resolveDocument,
} from "@groundplan/contract";
import { checkout } from "../../../../cli/src/demo/checkout.ts";
import { measured, vague } from "../../../../cli/src/demo/suggested.ts";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import type { PlanParams } from "../work/spec-params.ts";

const name = "Sample shop";

/**
 * Makes the sample, as the person: a project with the demo's plan about a checkout, a conversation about one of its
 * specs, and an open suggestion for the one that is not ready. Returns where the plan is.
 */
export async function makeSample(): Promise<PlanParams> {
  const { project } = await call(createProject, { body: { name } });
  const projectSlug = project.slug ?? project.id;
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
  await talk(ids);
  await forget(listProjects);
  const [first] = made.values();
  if (!first) throw new Error("The sample has a plan.");
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
