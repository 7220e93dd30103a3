import { createLabel, getMe, updateSpec } from "@groundplan/contract";
import { rowOf, withTitles } from "./plans.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
  pageOf,
  settled,
  test,
} from "./watched.ts";

test("A plan's specs are filtered by chips, ordered and grouped, and the address keeps it", async ({
  page,
}) => {
  const { path, params, ada } = await withTitles("Filtered", "Alpha", "Beta", "Gamma");
  const { label } = await ada.call(createLabel, { body: { name: `Bug ${Date.now()}`, color: "#d1242f" } });
  const set = (handle: string, body: object) =>
    ada.call(updateSpec, { params: { ...params, specShortId: handle }, body });
  await set("SPEC-1", { priority: 1, labelIds: [label.id], dueDate: "2020-01-01" });
  await set("SPEC-2", { status: "DONE" });
  await page.goto(path);
  await expect(rowOf(page, "Alpha")).toContainText("overdue 1 Jan 2020");
  await expect(rowOf(page, "Alpha").getByRole("img", { name: "Priority: Urgent" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Filter: add one" })).toBeVisible();
  await rowOf(page, "Beta").getByRole("link").focus();
  await page.keyboard.press("f");
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Done" }).click();
  await expect(page).toHaveURL(/status=DONE/);
  await expect(rowOf(page, "Alpha")).toHaveCount(0);
  await expect(rowOf(page, "Beta")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Status: Done" })).toBeVisible();
  await expect(rowOf(page, "Gamma")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove the filter Status" }).click();
  await expect(rowOf(page, "Gamma")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter by words" }).fill("gam");
  await expect(rowOf(page, "Alpha")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: /^Groups/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Priority" }).click();
  await expect(page.getByRole("region", { name: "Urgent" }).getByRole("listitem")).toHaveCount(1);
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
});

test("A view is saved, opened again and deleted with an undo", async ({ page }) => {
  const { path } = await withTitles("Viewed", "Alpha", "Beta");
  const name = `Started ${Date.now()}`;
  await page.goto(`${path}?status=IN_PROGRESS`);
  await expect(page.getByText("No specs match this filter.")).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toContainText(name);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(rowOf(page, "Alpha")).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitemcheckbox", { name }).click();
  await expect(page).toHaveURL(/status=IN_PROGRESS/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: `Delete “${name}”` }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toContainText(name);
});

test("A view for the workspace is opened by other members, who can't delete it", async ({
  page,
  browser,
}) => {
  const { path } = await withTitles("Viewed by all", "Alpha");
  const name = `For all ${Date.now()}`;
  await page.goto(`${path}?priority=1`);
  await page.getByRole("button", { name: "Views" }).press("Enter");
  await page.getByRole("menuitem", { name: "Save this view…" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByLabel("For", { exact: true }).selectOption({ label: "Everybody in the workspace" });
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await expect(page.getByRole("button", { name: "Views" })).toContainText(name);
  const grace = await pageOf(browser, "grace");
  await grace.goto(path);
  await grace.getByRole("button", { name: "Views" }).press("Enter");
  await grace.getByRole("menuitemcheckbox", { name: `${name} (everybody)` }).press("Enter");
  await expect(grace).toHaveURL(/priority=1/);
  await grace.getByRole("button", { name: "Views" }).press("Enter");
  await expect(grace.getByRole("menuitem", { name: /^Delete/ })).toHaveCount(0);
  await grace.context().close();
});

test("A spec is assigned, labelled, dated and prioritized on its page and for a selection, with an undo", async ({
  page,
}) => {
  const { path, ada } = await withTitles("Assigned", "Alpha", "Beta");
  const name = `Kind ${Date.now()}`;
  await ada.call(createLabel, { body: { name, color: "#1f6feb" } });
  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("button", { name: "Assignee: Nobody" }).click();
  await page.getByRole("menuitemcheckbox", { name: /\(you\)/ }).click();
  await expect(page.getByRole("button", { name: /^Assignee: / })).toHaveText("Assignee: Ada ▾");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("!");
  await page.getByRole("menuitemcheckbox", { name: "High" }).click();
  await expect(page.getByRole("button", { name: "Priority: High" })).toBeVisible();
  await page.getByRole("button", { name: "No label" }).click();
  await page.getByRole("menuitemcheckbox", { name }).click();
  await expect(page.getByRole("button", { name: `Labels: ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "No due date" }).click();
  await page.getByLabel("Day").fill("2099-12-24");
  await page.getByRole("button", { name: "Set due date" }).click();
  await expect(page.getByRole("button", { name: "Due 24 Dec 2099" })).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.goto(path);
  await rowOf(page, "Beta").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Set the priority of the selected specs" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Urgent" }).click();
  await expect(rowOf(page, "Beta").getByRole("img", { name: "Priority: Urgent" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(rowOf(page, "Beta").getByRole("img", { name: "Priority: Urgent" })).toHaveCount(0);
});

test("My work lists what is open and assigned to the reader in all plans", async ({ page }) => {
  const { path, params, ada } = await withTitles("My own", "Mine to do", "Somebody's");
  await page.goto("/specs?assignee=me&status=TODO,IN_PROGRESS&sort=due");
  await expect(page.getByRole("heading", { level: 1, name: "My work" })).toBeVisible();
  const { user } = await ada.call(getMe, {});
  await ada.call(updateSpec, {
    params: { ...params, specShortId: "SPEC-1" },
    body: { assigneeUserId: user.id, dueDate: "2020-01-01" },
  });
  await expect(rowOf(page, "Mine to do")).toBeVisible();
  await expect(rowOf(page, "Somebody's")).toHaveCount(0);
  await expectNothingSideways(page);
  await rowOf(page, "Mine to do").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`${path}/specs/SPEC-1`));
});

test("Labels are created, changed and deleted in the settings", async ({ page }) => {
  const name = `Research ${Date.now()}`;
  await page.goto("/settings/workspace");
  await page.getByRole("button", { name: "Create label" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create label" }).click();
  await page.getByRole("button", { name: `Change the label ${name}` }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill(`${name} 2`);
  await dialog.getByRole("button", { name: "Save label" }).click();
  await page.getByRole("button", { name: `Delete the label ${name} 2` }).click();
  await page.getByRole("button", { name: "Delete label" }).click();
  await expect(page.getByRole("button", { name: `Change the label ${name} 2` })).toHaveCount(0);
});

test("A plan has a lead and a target date", async ({ page }) => {
  const { path } = await withTitles("Led", "Alpha");
  await page.goto(path);
  await page.getByRole("button", { name: "No lead" }).click();
  await page.getByRole("menuitemcheckbox").first().click();
  await expect(page.getByRole("button", { name: /^Lead: / })).toBeVisible();
  await page.getByRole("button", { name: "No target date" }).click();
  await page.getByLabel("Day").fill("2099-12-24");
  await page.getByRole("button", { name: "Set target date" }).click();
  await expect(page.getByRole("button", { name: "Target 24 Dec 2099" })).toBeVisible();
});

test("Labels, date and person of a spec leave its title room, on a card and in a row, in wide and narrow windows", async ({
  page,
}) => {
  const { path, params, ada } = await withTitles("Roomy", "A title of several words");
  const { user } = await ada.call(getMe, {});
  const labelIds: string[] = [];
  for (const word of ["Accessibility", "Data protection", "Customer support"]) {
    const body = { name: `${word} ${Date.now()}`, color: "#1f6feb" };
    labelIds.push((await ada.call(createLabel, { body })).label.id);
  }
  await ada.call(updateSpec, {
    params: { ...params, specShortId: "SPEC-1" },
    body: { labelIds, priority: 1, dueDate: "2099-12-24", assigneeUserId: user.id },
  });
  const title = rowOf(page, "A title of several words").getByText("A title of several words");
  for (const place of [path, `${path}/board`, "/specs?assignee=me"])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(place);
      await expect(rowOf(page, "A title of several words")).toContainText("24 Dec 2099");
      const box = await title.boundingBox();
      expect(box?.width, `${place} at ${width}`).toBeGreaterThan(90);
      await expectNothingSideways(page);
    }
});

test("The board's columns are status, priority, assignee, label or build order; a card is moved between those a spec has one of", async ({
  page,
}) => {
  const { path, params, ada } = await withTitles("Columns", "Alpha", "Beta", "Gamma");
  const name = `Kind ${Date.now()}`;
  const { label } = await ada.call(createLabel, { body: { name, color: "#1f6feb" } });
  await ada.call(updateSpec, {
    params: { ...params, specShortId: "SPEC-1" },
    body: { priority: 1, labelIds: [label.id] },
  });
  await page.goto(`${path}/board`);
  const group = async (by: string) => {
    await page.getByRole("button", { name: /^Groups/ }).click();
    await page.getByRole("menuitemcheckbox", { name: by }).click();
  };
  const column = (title: string) => page.getByRole("region", { name: title, exact: true });
  await group("Priority");
  await expect(page).toHaveURL(/group=priority/);
  await expect(column("Urgent").getByRole("listitem")).toHaveCount(1);
  await expect(column("High").getByRole("listitem")).toHaveCount(0);
  await rowOf(page, "Alpha").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(column("High")).toContainText("Alpha");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(column("Urgent")).toContainText("Alpha");
  await rowOf(page, "Beta").dragTo(column("Low"));
  await expect(column("Low")).toContainText("Beta");
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.reload();
  await expect(column("Low")).toContainText("Beta");
  await group("Assignee");
  await expect(column("Nobody").getByRole("listitem")).toHaveCount(3);
  await rowOf(page, "Gamma").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(column("Nobody").getByRole("listitem")).toHaveCount(3);
  await group("Label");
  await expect(column(name).getByRole("listitem")).toHaveCount(1);
  await rowOf(page, "Gamma").dragTo(column(name));
  await expect(column(name).getByRole("listitem")).toHaveCount(1);
  await group("Build order");
  await expect(column("Now").getByRole("listitem")).toHaveCount(3);
  await page.goto(`${path}/board?priority=1`);
  await expect(column("Todo").getByRole("listitem")).toHaveCount(1);
  await expect(column("Done").getByRole("listitem")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
});
