import { createPlan, createSpec, getMe, updateSpec } from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { planOf, rowOf, titled, withTitles } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, pageOf, test } from "./watched.ts";
import { world } from "./world.ts";

test("A list of specs is filtered, ordered and grouped by keys alone, several values at once, and the address keeps it", async ({
  page,
}) => {
  const { path, params, ada } = await planOf("By keys alone", titled("Alpha", "Beta", "Gamma"));
  const set = (handle: string, body: object) =>
    ada.call(updateSpec, { params: { ...params, specShortId: handle }, body });
  await set("SPEC-1", { priority: 1 });
  await set("SPEC-2", { priority: 2, status: "DONE" });
  const item = (name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });
  for (const list of [path, `${path}/board`, `/specs?plan=${params.planShortId}`]) {
    await page.goto(list);
    await expect(rowOf(page, "Gamma")).toBeVisible();
    await page.getByRole("button", { name: "Filter: add one" }).waitFor();
    await page.keyboard.press("f");
    await pressItem(page, page.getByRole("menuitem", { name: "Priority" }));
    await pressItem(page, item("Urgent"));
    await item("High").press("Enter");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/priority=1(,|%2C)2/);
    await expect(rowOf(page, "Gamma")).toHaveCount(0);
    await page.getByRole("button", { name: /^Order: / }).press("Enter");
    await pressItem(page, item("Low first"));
    await expect(page).toHaveURL(/sort=-priority/);
    if (!list.endsWith("board")) {
      await page.getByRole("button", { name: /^Groups: / }).press("Enter");
      await pressItem(page, item("Status"));
      await expect(page.getByRole("region", { name: "Done" }).getByRole("listitem")).toHaveCount(1);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNothingSideways(page);
    await expectAccessibleByDayAndNight(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Priority: Urgent, High" })).toBeVisible();
    await expect(rowOf(page, "Alpha")).toBeVisible();
    await expect(rowOf(page, "Gamma")).toHaveCount(0);
    await page.setViewportSize({ width: 1360, height: 860 });
  }
});

test("A view of a plan that its reader can't see matches nothing, and says which plan it asks for", async ({
  browser,
}) => {
  const page = await pageOf(browser, "grace");
  await page.goto(`/specs?plan=${world().private}`);
  await expect(page.getByText("No specs match this filter.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Plan: ${world().private}` })).toBeVisible();
  await page.context().close();
});

test("From the start page it takes few presses to see what is mine, what is overdue, and who is on a spec", async ({
  page,
}) => {
  const { params, ada } = await withTitles("Asked about", "Open the gates", "Close the gates");
  const { user } = await ada.call(getMe, {});
  await ada.call(updateSpec, {
    params: { ...params, specShortId: "SPEC-2" },
    body: { assigneeUserId: user.id, dueDate: "2020-01-01" },
  });
  await page.goto("/");
  const rail = page.getByRole("navigation", { name: "Workspace" });
  const current = rail.locator('[aria-current="page"]');
  await rail.getByRole("link", { name: "My work" }).click();
  await expect(rowOf(page, "Close the gates").first()).toContainText("overdue");
  await expect(current).toHaveText("My work");
  await page.getByRole("link", { name: "All specs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Specs" })).toBeVisible();
  await expect(current).toHaveCount(0);
  await page.getByRole("link", { name: "Overdue" }).click();
  await expect(current).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Overdue" })).toBeVisible();
  await expect(rowOf(page, "Close the gates").first()).toBeVisible();
  await expect(rowOf(page, "Open the gates")).toHaveCount(0);
  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(`${params.planShortId}/SPEC-2`);
  await expect(page.getByRole("option").first()).toContainText("Close the gates");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Assignee: Ada" })).toBeVisible();
});

test("What blocks a plan is behind its health, sub-plans included", async ({ page }) => {
  const { path, params, plan, ada } = await planOf("Blocked", [
    { ref: "wall", title: "The wall stands" },
    { title: "The roof is on", needsFirst: ["wall"] },
  ]);
  const web = { projectSlug: "web" };
  const { plan: part } = await ada.call(createPlan, {
    params: web,
    body: { name: "Its garden", parentPlanId: plan.id },
  });
  await ada.call(createSpec, {
    params: { ...web, planShortId: part.shortId },
    body: { title: "The hedge grows", dueDate: "2020-01-01" },
  });
  await page.goto(path);
  await page.getByRole("link", { name: "1 overdue" }).press("Enter");
  await expect(rowOf(page, "The hedge grows")).toBeVisible();
  await expect(rowOf(page, "The roof is on")).toHaveCount(0);
  await page.goto(path);
  await page.getByRole("link", { name: "1 blocked" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`${params.planShortId}/graph`));
});
