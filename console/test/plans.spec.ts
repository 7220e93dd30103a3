import {
  createPlan,
  createProject,
  createSpec,
  getPlan,
  getPushStatus,
  pushPlan,
  putProjectFormat,
  updateSpec,
} from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

const web = { projectSlug: "web" };

test("A plan is created, renamed, moved, archived and restored by keyboard alone", async ({ page }) => {
  await page.goto("/projects/web");
  await expect(page.getByRole("link", { name: /PLAN-1\b/ })).toBeVisible();
  await page.keyboard.press("c");
  await expect(dialogOf(page).getByLabel("Name")).toBeFocused();
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.type("Guests pay");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Guests pay" })).toBeVisible();
  await expect(page.getByText("Add the first spec")).toBeVisible();

  const choose = async (act: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await pressItem(page, page.getByRole("menuitem", { name: act }));
  };
  await choose("Rename…");
  await expect(dialogOf(page).getByLabel("Name")).toBeFocused();
  await dialogOf(page).getByLabel("Name").fill("Guests pay at once");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Guests pay at once" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Guests pay", exact: true })).toBeVisible();

  const described = page.getByRole("heading", { level: 2, name: "Outcome" });
  await expect(described).toHaveCount(0);
  await choose("Describe…");
  const headings = dialogOf(page).getByRole("button", { name: "Start with the headings of the format" });
  const description = dialogOf(page).getByLabel("Description");
  await headings.press("Enter");
  await expect(description).toContainText("Outcome");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(description).not.toContainText("Outcome");
  await headings.press("Enter");
  await expect(description).toContainText("Outcome");
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("What this plan is about").press("Enter");
  await expect(described).toBeVisible();
  await choose("Describe…");
  await dialogOf(page).getByLabel("Description").fill("Guests pay **without** an account.");
  await dialogOf(page).getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("strong")).toHaveText("without");
  await expect(described).toHaveCount(0);

  await choose("Move…");
  await dialogOf(page).getByLabel("Under the plan").selectOption({ label: "PLAN-1 Shop" });
  await expectAccessibleByDayAndNight(page);
  // Another plan doesn't change the selection.
  await programOf("ada").call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Made meanwhile" },
  });
  await expect(dialogOf(page).getByRole("option", { name: /Made meanwhile$/ })).toHaveCount(1);
  await expect(dialogOf(page).getByLabel("Under the plan").locator("option:checked")).toHaveText(
    "PLAN-1 Shop",
  );
  await dialogOf(page).getByRole("button", { name: "Move plan" }).press("Enter");
  await expect(page.getByText("Guests pay is moved.")).toBeVisible();
  await page.goto("/projects/web/plans/PLAN-1");
  await page
    .getByRole("region", { name: "Sub-plans" })
    .getByRole("link", { name: /Guests pay/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Guests pay" })).toBeVisible();
  const { pathname } = new URL(page.url());

  await choose("Archive");
  await expect(page.getByRole("heading", { level: 1, name: "Web" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Plans" }).getByText("Guests pay")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Archived" }).press("Space");
  await expect(page).toHaveURL(/archived=true/);
  await page.getByRole("link", { name: /Guests pay/ }).press("Enter");
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add spec" })).toHaveCount(0);
  await page.getByRole("button", { name: "Restore plan" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add spec" })).toBeVisible();

  await choose("Archive");
  // Either message undoes it.
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await expect(page.getByRole("list", { name: "Plans" }).getByText("Guests pay").first()).toBeVisible();
  const params = { ...web, planShortId: pathname.split("/").at(-1) ?? "" };
  expect((await programOf("ada").call(getPlan, { params })).plan.archivedAt).toBeNull();
});

test("26: The filter of plans is in the address, and opens the same list for another user", async ({
  browser,
  page,
}) => {
  await programOf("ada").call(createPlan, { params: web, body: { name: "Narrowed down" } });
  await page.goto("/projects/web");
  // The plan may be out of sight among those of the suite.
  await page.getByRole("list", { name: "Plans" }).waitFor();
  await page.keyboard.press("f");
  await page.keyboard.type("narrowed");
  await expect(page.getByRole("list", { name: "Plans" }).getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Status").selectOption("Planning");
  await expect(page).toHaveURL(/q=narrowed&status=PLANNING/);
  await expectAccessibleByDayAndNight(page);
  const grace = await pageOf(browser, "grace");
  await grace.goto(page.url());
  await expect(grace.getByLabel("Filter by name")).toHaveValue("narrowed");
  await expect(grace.getByRole("list", { name: "Plans" }).getByRole("listitem")).toHaveCount(1);
  await grace.context().close();
  await page.getByLabel("Status").selectOption("Done");
  await expect(page.getByText("No plans match this filter.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
});

test("18 and 20: A private plan is shared, one sentence tells with whom, and read-only users can edit nothing", async ({
  browser,
  page,
}) => {
  const { plan } = await programOf("ada").call(createPlan, {
    params: web,
    body: { name: "For few", visibility: "PRIVATE" },
  });
  const path = `/projects/web/plans/${plan.shortId}`;
  const grace = await pageOf(browser, "grace");
  await grace.goto(path);
  await expect(grace.getByRole("heading", { name: "Page not found" })).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Only you can see this plan.")).toBeVisible();
  await dialog.getByLabel("Share with").selectOption({ label: "Grace (grace@acme.example)" });
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("Only you and Grace can see this plan.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);

  await expect(grace.getByRole("heading", { level: 1, name: "For few" })).toBeVisible(soon);
  await expect(grace.getByText("Read only")).toBeVisible();
  for (const name of ["Add spec", "Add the first spec"])
    await expect(grace.getByRole("button", { name })).toHaveCount(0);
  await grace.getByRole("button", { name: "More actions for this plan" }).click();
  await expect(grace.getByRole("menuitem")).toHaveText([
    "Duplicate…",
    "Save as template…",
    "Copy link",
    "Copy as Markdown",
    "Export…",
    "Print…",
  ]);
  await grace.keyboard.press("Escape");

  await dialog.getByRole("button", { name: "Remove Grace" }).click();
  await expect(dialog.getByText("Only you can see this plan.")).toBeVisible();
  await expect(grace.getByRole("heading", { name: "Page not found" })).toBeVisible(soon);
  await dialog.getByLabel("Who can see it").selectOption("TEAM");
  await expect(
    dialog.getByText("Everybody in acme can see this plan, and members can edit it."),
  ).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await grace.goto(path);
  await expect(grace.getByRole("button", { name: "Add spec" })).toBeVisible();
  await grace.context().close();
});

test("A new plan starts empty or from its project's format, if that has a template", async ({ page }) => {
  const ada = programOf("ada");
  const { project } = await ada.call(createProject, { body: { name: "Begun by a format" } });
  const params = { projectSlug: project.slug ?? "" };
  const writeFormat = (markdown: string) =>
    ada.call(putProjectFormat, { params: { ...params, kind: "epic" as const }, body: { markdown } });
  const dialog = dialogOf(page);
  const begins = dialog.getByLabel("Begin with");
  const open = async () => {
    await page.goto(`/projects/${params.projectSlug}`);
    await page.getByRole("button", { name: "Create plan" }).click();
    await expect(dialog.getByLabel("Name")).toBeFocused();
  };
  const make = async (name: string) => {
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create plan" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const planShortId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    return (await ada.call(getPlan, { params: { ...params, planShortId } })).plan.description;
  };
  await open();
  await begins.selectOption("The headings of the project's format");
  await expectAccessibleByDayAndNight(page);
  expect(await make("By the built-in format")).toMatch(/^## Outcome\n/);

  await writeFormat("# How we plan\n\n## Template\n\n```markdown\n## Why now\n\n## What it costs\n```\n");
  await open();
  await begins.selectOption("The headings of the project's format");
  expect(await make("By our own format")).toBe("## Why now\n\n## What it costs");

  await open();
  await expect(begins).toHaveValue("");
  expect(await make("From nothing")).toBeNull();

  await writeFormat("# How we plan\n\nShortly.\n");
  await open();
  await expect(dialog.getByLabel("Who can see it")).toBeVisible();
  await settled(page);
  await expect(begins).toHaveCount(0);
});

test("The list of plans shows sub-plans below their parent, and the tracker's state", async ({ page }) => {
  const ada = programOf("ada");
  const name = `Tree ${Date.now()}`;
  const plant = async (what: string, parentPlanId?: string) => {
    const { plan } = await ada.call(createPlan, {
      params: web,
      body: { name: `${name} ${what}`, ...(parentPlanId ? { parentPlanId } : {}) },
    });
    const params = { ...web, planShortId: plan.shortId };
    await ada.call(createSpec, { params, body: { title: `Part of the ${what}`, readiness: 5 } });
    return params;
  };
  const trunk = await plant("trunk");
  await plant("stone");
  const branch = await plant("branch", trunk.planShortId);
  await plant("leaf", branch.planShortId);
  await ada.call(pushPlan, { params: trunk });
  const { pushStatus } = await ada.call(getPushStatus, { params: trunk });
  const key = pushStatus[0]?.externalKey ?? "no key";
  expect(key).toMatch(/#\d+$/);

  await page.goto(`/projects/web?q=${encodeURIComponent(name)}`);
  const rows = page.getByRole("list", { name: "Plans" }).getByRole("listitem");
  await expect(rows).toHaveText(
    ["trunk", "branch", "leaf", "stone"].map((what) => new RegExp(`${name} ${what}`)),
  );
  const leftOf = async (what: string) => {
    const box = await rows.getByText(`${name} ${what}`, { exact: true }).boundingBox();
    return box?.x ?? Number.NaN;
  };
  expect(await leftOf("branch")).toBeGreaterThan(await leftOf("trunk"));
  expect(await leftOf("leaf")).toBeGreaterThan(await leftOf("branch"));
  expect(await leftOf("stone")).toBe(await leftOf("trunk"));

  const first = rows.filter({ hasText: `${name} trunk` });
  await expect(first.getByText(key, { exact: true })).toBeVisible();
  await expect(rows.filter({ hasText: `${name} stone` })).not.toContainText("#");
  const specParams = { ...trunk, specShortId: "SPEC-1" };
  await ada.call(updateSpec, { params: specParams, body: { title: "Another part of the trunk" } });
  await expect(first.getByText(`${key}, 1 changed`, { exact: true })).toBeVisible();
});
