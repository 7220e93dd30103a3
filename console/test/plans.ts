import { createPlan, createProject, createSpecBatch, listSpecs, type Request } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { programOf } from "./world.ts";

export async function projectOf(name: string) {
  const ada = programOf("ada");
  const { project } = await ada.call(createProject, { body: { name } });
  const params = { projectSlug: project.slug ?? project.id };
  return { path: `/projects/${params.projectSlug}`, params, ada };
}

type NewSpec = Request<typeof createSpecBatch>["body"]["specs"][number];

/** The batch size. */
const mostAtOnce = 500;

/** Dependencies work within one batch. */
export async function planOf(name: string, specs: readonly NewSpec[] = []) {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: { projectSlug: "web" }, body: { name } });
  const params = { projectSlug: "web", planShortId: plan.shortId };
  for (let from = 0; from < specs.length; from += mostAtOnce)
    await ada.call(createSpecBatch, { params, body: { specs: specs.slice(from, from + mostAtOnce) } });
  return { ada, plan, params, path: `/projects/web/plans/${plan.shortId}` };
}

export const titled = (...titles: string[]): NewSpec[] => titles.map((title) => ({ title }));

export async function withTitles(name: string, ...titles: string[]) {
  const { ada, params, path } = await planOf(
    name,
    titles.map((title) => ({ title, effort: 1 })),
  );
  const titlesNow = async () => (await ada.call(listSpecs, { params })).specs.map(({ title }) => title);
  return { path, params, ada, titlesNow };
}

export const rowOf = (page: Page, title: string) => page.locator("[data-item]", { hasText: title });
