import {
  createDependency,
  createPlan,
  createProject,
  createSpecBatch,
  getMe,
  listSpecs,
  putShare,
  setProjectTracker,
  updateSpec,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { expect, expectAccessibleByDayAndNight, pageOf, test } from "./watched.ts";
import { programOf, world } from "./world.ts";

const repository = "acme/api";
const projectSlug = "post-office";

/** Creates a private plan with one ready spec and twelve others. */
async function letters() {
  const ada = programOf("ada");
  await ada.call(createProject, { body: { name: "Post office", slug: projectSlug } });
  const { plan } = await ada.call(createPlan, {
    params: { projectSlug },
    body: { name: "Letters arrive", visibility: "PRIVATE" },
  });
  const params = { projectSlug, planShortId: plan.shortId };
  const rough = Array.from({ length: 12 }, (_, index) => ({ title: `Letter number ${index + 1}` }));
  const specs = [{ title: "A stamp is sold", readiness: 5 }, ...rough];
  await ada.call(createSpecBatch, { params, body: { specs } });
  const titleOf = async (shortId: string) =>
    (await ada.call(listSpecs, { params })).specs.find((spec) => spec.shortId === shortId)?.title;
  return { ada, params, titleOf, path: `/projects/${projectSlug}/plans/${plan.shortId}` };
}

/** Configures the stand-in. */
async function tellGitHub(what: "faults" | "edits", body: unknown): Promise<void> {
  const answer = await fetch(`${world().github}/__${what}`, { method: "POST", body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
}

const issues = { method: "POST", path: "^/repos/acme/api/issues$" };
const items = (page: Page) => page.getByRole("list", { name: "Items" }).getByRole("listitem");

test("16 and 17: A push is previewed with the specs below Ready, followed item by item, left, cancelled and finished", async ({
  browser,
  page,
}) => {
  // The tracker is slow on purpose.
  test.slow();
  const { ada, params, path, titleOf } = await letters();
  await page.goto(path);
  await page.getByRole("link", { name: "Push plan" }).click();
  await expect(
    page.getByText("A tracker is connected. Choose the team, project or repository"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose where to push" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await ada.call(setProjectTracker, {
    params: { projectSlug },
    body: { provider: "tracker_c", target: { repository } },
  });

  await expect(page.getByRole("heading", { name: "12 specs are below Ready" })).toBeVisible();
  const below = page.getByRole("list", { name: "Below Ready" }).getByRole("listitem");
  await expect(below).toHaveCount(10);
  await expect(below.first()).toContainText("Rough");
  await expect(page.getByText("And 2 more.")).toBeVisible();
  await expect(page.getByText("is private here, but whoever reads the tracker")).toBeVisible();
  await expect(page.getByRole("button", { name: "Push 14 changes" })).toBeVisible();
  await page.getByLabel("Hold them back").check();
  await expect(page).toHaveURL(/hold=true/);
  await expect(page.getByRole("button", { name: "Push 2 changes" })).toBeVisible();
  await expect(below.first()).toContainText("Held back");
  await page.getByLabel("Hold them back").uncheck();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });

  await tellGitHub("faults", { match: issues, fault: { delayMs: 3_000 } });
  await page.getByRole("button", { name: "Push 14 changes" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("link", { name: "Specs", exact: true }).click();
  await page.getByRole("link", { name: "Pushes", exact: true }).click();
  await page.getByRole("link", { name: "View progress" }).click();
  await page.getByRole("button", { name: "Cancel push" }).click();
  await expect(page.getByText("Partial", { exact: true })).toBeVisible();
  await expect(items(page).filter({ hasText: "Planned" })).toHaveCount(13);

  await tellGitHub("faults", { match: issues, skip: 4, times: 2, fault: { delayMs: 3_000 } });
  await page.getByRole("button", { name: "Push the rest" }).click();
  await expect(items(page).filter({ hasText: "Sent" }).first()).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await expect(page.getByText("Pushed", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(items(page).filter({ hasText: "Planned" })).toHaveCount(0);
  const link = items(page)
    .filter({ hasText: "A stamp is sold" })
    .getByRole("link", { name: /acme\/api#/ });
  await expect(link).toHaveAttribute("href", /acme\/api\/issues\/\d+$/);
  await expect(page.getByText("is private here, but whoever reads the tracker")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });

  const number = Number((await link.getAttribute("href"))?.split("/").at(-1));
  const specParams = { ...params, specShortId: "SPEC-1" };
  await ada.call(updateSpec, { params: specParams, body: { title: "A stamp is sold at the counter" } });
  await page.getByRole("link", { name: "Push 1 change" }).click();
  const would = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(would).toHaveCount(1);
  await expect(would).toContainText("Update");
  await tellGitHub("edits", { repository, number, title: "A stamp is given away" });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(would).toContainText("Also edited in the tracker");
  await expect(would.getByRole("button", { name: "Use the plan's title" })).toBeVisible();
  await page.getByRole("link", { name: "Specs", exact: true }).click();
  await page.getByRole("link", { name: "1 change waiting" }).click();
  await page.getByLabel("Edited on both sides").selectOption("Write the plan's version");
  await expect(page).toHaveURL(/overwrite=true/);
  await expect(page.getByRole("button", { name: "Push 1 change" })).toBeVisible();
  await page.getByLabel("Edited on both sides").selectOption("Keep the tracker's version");
  await would.getByRole("button", { name: "Use the tracker's title" }).click();
  await expect.poll(() => titleOf("SPEC-1")).toBe("A stamp is given away");
  await expect(page.getByRole("link", { name: "Push 1 change" })).toHaveCount(0);
  const past = page.getByRole("list", { name: "Push history" }).getByRole("listitem");
  await expect(past).toHaveCount(2);
  await expect(past.first()).toContainText("Pushed");

  const { user } = await programOf("grace").call(getMe, {});
  await ada.call(putShare, { params: { ...params, userId: user.id }, body: { capability: "READ" } });
  const grace = await pageOf(browser, "grace");
  await grace.goto(`${path}/pushes`);
  await expect(grace.getByRole("list", { name: "Push history" }).getByRole("listitem")).toHaveCount(2);
  await expect(grace.getByRole("button", { name: /^Push|Check again|Cancel/ })).toHaveCount(0);
  await grace.context().close();
});

test("A preview names the plan of a sub-plan's spec, and a refused cycle names the plans on its path", async ({
  page,
}) => {
  const ada = programOf("ada");
  const harbour = { projectSlug: "harbour" };
  await ada.call(createProject, { body: { name: "Harbour", slug: "harbour" } });
  const body = { provider: "tracker_c" as const, target: { repository } };
  await ada.call(setProjectTracker, { params: harbour, body });
  const { plan: root } = await ada.call(createPlan, { params: harbour, body: { name: "Ships land" } });
  const below = { name: "The quay", parentPlanId: root.id };
  const { plan: quay } = await ada.call(createPlan, { params: harbour, body: below });
  const make = async (planShortId: string, title: string) =>
    (await ada.call(createSpecBatch, { params: { ...harbour, planShortId }, body: { specs: [{ title }] } }))
      .specs[0]?.id ?? "";
  const ship = await make(root.shortId, "A ship is moored");
  const bollard = await make(quay.shortId, "A bollard stands");
  const needs = { fromSpecId: bollard, toSpecId: ship };
  await ada.call(createDependency, { params: { ...harbour, planShortId: quay.shortId }, body: needs });

  const path = `/projects/harbour/plans/${root.shortId}`;
  await page.goto(`${path}/pushes`);
  const would = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  const inQuay = `${quay.shortId} SPEC-1 A bollard stands · The quay`;
  await expect(would.filter({ hasText: inQuay }).first()).toBeVisible();
  await expect(would.filter({ hasText: "A ship is moored" }).first()).not.toContainText("·");
  await expect(page.getByRole("list", { name: "Below Ready" })).toContainText(inQuay);
  await expectAccessibleByDayAndNight(page);

  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("combobox", { name: "Add a dependency" }).fill("bollard");
  await page.getByRole("option", { name: /A bollard stands/ }).click();
  await expect(page.getByRole("alert")).toContainText(`${quay.shortId}/SPEC-1`);
  await expect(page.getByRole("alert")).toContainText(`(${quay.shortId}: The quay)`);
});
