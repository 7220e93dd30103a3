import {
  createPlan,
  createSpec,
  deleteSpec,
  getPlan,
  listPlanLinks,
  listPlans,
  listSpecs,
  updatePlan,
  updateSpec,
} from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

const web = { projectSlug: "web" };
const ada = () => programOf("ada");

/** Creates a plan with two specs. */
async function aPlan(name: string) {
  const { plan } = await ada().call(createPlan, { params: web, body: { name, description: "About it." } });
  const params = { ...web, planShortId: plan.shortId };
  await ada().call(createSpec, { params, body: { title: "Quay", content: "1. A quay." } });
  await ada().call(createSpec, { params, body: { title: "Crane", effort: 3, needsFirst: ["SPEC-1"] } });
  return { plan, params, path: `/projects/web/plans/${plan.shortId}` };
}

test("A plan is duplicated, made a template, and begun from it, by keyboard @both", async ({ page }) => {
  const { path, plan } = await aPlan("Harbour");
  await page.goto(path);
  const choose = async (act: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).focus();
    await page.keyboard.press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: act }));
  };
  await choose("Duplicate…");
  await expect(dialogOf(page).getByLabel("Name")).toHaveValue("Harbour (copy)");
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByLabel("Name").fill("Second harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Second harbour" })).toBeVisible();
  await expect(page.getByRole("link", { name: /SPEC-2\b.*Crane/ })).toBeVisible();
  await choose("Save as template…");
  await dialogOf(page).getByLabel("Name").fill("Any harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Any harbour" })).toBeVisible();
  await expect(page.getByText("Template", { exact: true })).toBeVisible();
  await page.goto("/projects/web");
  await expect(page.getByRole("link", { name: "Any harbour" })).toBeVisible();
  await page.keyboard.press("c");
  await dialogOf(page).getByLabel("Name").fill("Third harbour");
  const begin = dialogOf(page).getByLabel("Begin with");
  const label = await begin.getByRole("option", { name: /Any harbour/ }).textContent();
  await begin.selectOption({ label: label ?? "" });
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Create plan" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Third harbour" })).toBeVisible();
  await expect(page.getByRole("link", { name: /SPEC-1\b.*Quay/ })).toBeVisible();
  const plans = await ada().call(listPlans, { params: web, query: { q: "harbour", limit: "200" } });
  const names = plans.plans.map(({ name }) => name);
  expect(names).toContain(plan.name);
  expect(names).not.toContain("Any harbour");
});

test("A spec is duplicated, and copied as a link and as Markdown @both", async ({ page }) => {
  const { path, params } = await aPlan("To copy");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${path}/specs/SPEC-1`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const choose = async (act: string, of = "spec") => {
    await page.getByRole("button", { name: `More actions for this ${of}` }).click();
    await page.getByRole("menuitem", { name: act, exact: true }).click();
  };
  await choose("Copy link");
  await expect(page.getByText("The link is copied")).toBeVisible();
  expect(new URL(await copied()).pathname).toBe(`${path}/specs/SPEC-1`);
  await choose("Copy as Markdown");
  await expect(page.getByText("The spec is copied as Markdown")).toBeVisible();
  expect(await copied()).toBe("# SPEC-1 Quay\n\n1. A quay.\n");
  await choose("Duplicate");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Quay (copy)" })).toBeVisible();
  const { specs } = await ada().call(listSpecs, { params });
  expect(specs.map(({ title }) => title)).toEqual(["Quay", "Crane", "Quay (copy)"]);
  await page.goto(path);
  await choose("Copy as Markdown", "plan");
  await expect(page.getByText("The plan is copied as Markdown")).toBeVisible();
  expect(await copied()).toMatch(/^# PLAN-\d+ To copy\n\nAbout it.\n\n## SPEC-1 Quay\n\n1. A quay.\n/);
});

test("A read link is made in the share dialog, names who made it, and anybody reads the plan by it until owners switch links off, in both themes and on a phone @both", async ({
  page,
  browser,
}) => {
  const { plan, params, path } = await aPlan("Shared with all");
  await ada().call(updatePlan, { params, body: { visibility: "PRIVATE" } });
  await page.goto(path);
  await page.getByRole("button", { name: "Share" }).press("Enter");
  const links = page.getByRole("region", { name: "Read links" });
  await expect(links.getByText(/Anybody with the link reads it/)).toBeVisible();
  await links.getByRole("button", { name: "Make a link" }).press("Enter");
  await expect(links.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(links.getByText("By Ada")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const { links: made } = await ada().call(listPlanLinks, { params });
  const url = String(made[0]?.url);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const stranger = await context.newPage();
  const asked: string[] = [];
  stranger.on("request", (request) => void asked.push(request.url()));
  await stranger.goto(url);
  await expect(stranger.getByRole("heading", { level: 1, name: plan.name })).toBeVisible();
  await expect(stranger.getByRole("heading", { level: 3, name: "Quay" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "SPEC-1 Quay" })).toBeVisible();
  await expectAccessibleByDayAndNight(stranger);
  expect(asked.every((one) => new URL(one).origin === new URL(url).origin)).toBe(true);
  const paper = () => stranger.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const byDay = await paper();
  await stranger.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).not.toBe(byDay);
  const owner = await pageOf(browser, "ada");
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto("/settings/workspace");
  await owner.getByRole("button", { name: "Switch read links off…" }).press("Enter");
  await expect(dialogOf(owner)).toContainText("All read links to plans and specs of this workspace stop");
  await expectAccessibleByDayAndNight(owner);
  await dialogOf(owner).getByRole("button", { name: "Switch off" }).press("Enter");
  await expect(owner.getByText("Read links are off: none is made, and none works.")).toBeVisible();
  expect((await stranger.goto(url))?.status()).toBe(404);
  await owner.getByRole("button", { name: "Switch read links on" }).press("Enter");
  await expect(owner.getByText("Read links are on.")).toBeVisible();
  expect((await stranger.goto(url))?.status()).toBe(200);
  await owner.context().close();
  await links.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(page.getByText("The link is removed")).toBeVisible();
  expect((await stranger.goto(url))?.status()).toBe(404);
  await context.close();
});

test("A plan shows its health in one line, its burn-up as a drawing and a table, and its activity in words", async ({
  page,
}) => {
  const { params, path } = await aPlan("Followed");
  const ofSpec = { ...params, specShortId: "SPEC-1" };
  await ada().call(updateSpec, { params: ofSpec, body: { dueDate: "2026-01-01" } });
  await page.goto(path);
  await expect(page.getByText("1 overdue, 1 blocked, 2 below Ready")).toBeVisible();
  const activity = page.getByRole("list", { name: "Activity" });
  await expect(activity.getByText("changed the due date of SPEC-1")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(activity.getByText("created the plan")).toBeVisible();
  await ada().call(updateSpec, { params: ofSpec, body: { status: "DONE" } });
  await expect(activity.getByText("set SPEC-1 to done")).toBeVisible(soon);
  await expect(page.getByText("Health: 1 below Ready")).toBeVisible(soon);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
  await activity.getByRole("link", { name: "SPEC-1" }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Quay" })).toBeVisible();
});

test("The bin has what was archived or deleted, and brings it back by keyboard @both", async ({ page }) => {
  const { params, plan } = await aPlan("For the bin");
  await ada().call(deleteSpec, { params: { ...params, specShortId: "SPEC-2" } });
  await page.goto("/projects");
  await page.getByRole("link", { name: "Bin" }).press("Enter");
  const restore = page.getByRole("button", { name: `Restore ${plan.shortId}/SPEC-2` });
  await expect(restore).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await restore.press("Enter");
  await expect(page.getByText(/SPEC-2 is back/)).toBeVisible();
  await expect(restore).toHaveCount(0);
  const { plan: now } = await ada().call(getPlan, { params });
  expect(now.specCount).toBe(2);
});

test("A printed spec is a clean sheet: its words without what one can act on", async ({ page }) => {
  const { path } = await aPlan("On paper");
  await page.goto(`${path}/specs/SPEC-1`);
  await expect(page.getByText("A quay.")).toBeVisible();
  await page.getByRole("button", { name: "More actions for this spec" }).click();
  await expect(page.getByRole("menuitem", { name: "Print…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "More actions for this spec" })).toBeHidden({
      timeout: 500,
    });
  }).toPass();
  await expect(page.getByText("A quay.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});
