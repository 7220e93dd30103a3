import { getSpec, listDependencies, listSpecs, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, rowOf, titled } from "./plans.ts";
import { expect, test } from "./watched.ts";

/** Returns a message's undo button. */
const undo = (page: Page, says: string) =>
  page.getByRole("dialog").filter({ hasText: says }).getByRole("button", { name: "Undo" });
const statusOf = (page: Page, handle: string) => page.getByRole("button", { name: `Status of ${handle}:` });
const effortOf = (page: Page, handle: string) => page.getByRole("button", { name: `Effort of ${handle}:` });

const choose = (page: Page, item: string) =>
  pressItem(page, page.getByRole("menuitemcheckbox", { name: item, exact: true }));

test("A status, an effort and a move in the list are undone by their message, or in turn by Ctrl+Z", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { path, ada, params } = await planOf("Undo in a list", titled("One", "Two", "Three"));
  const order = async () =>
    (await ada.call(listSpecs, { params })).specs.map(({ shortId }) => shortId).join();
  await page.goto(path);
  await statusOf(page, "SPEC-1").press("Enter");
  await choose(page, "Done");
  await undo(page, "SPEC-1: Done").click();
  await expect(statusOf(page, "SPEC-1")).toHaveAccessibleName(/Todo/);

  await effortOf(page, "SPEC-2").press("Enter");
  await choose(page, "5 · High");
  await expect(undo(page, "SPEC-2: effort 5")).toBeVisible();
  await statusOf(page, "SPEC-3").press("Enter");
  await choose(page, "Cancelled");
  await expect(undo(page, "SPEC-3: Cancelled")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(statusOf(page, "SPEC-3")).toHaveAccessibleName(/Todo/);
  await expect(undo(page, "SPEC-3: Cancelled")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(effortOf(page, "SPEC-2")).toHaveAccessibleName(/none/);

  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(undo(page, "SPEC-1 was moved")).toBeVisible();
  await expect.poll(order).toBe("SPEC-2,SPEC-1,SPEC-3");
  await page.keyboard.press("Control+z");
  await expect.poll(order).toBe("SPEC-1,SPEC-2,SPEC-3");
});

test("Undo keeps what somebody else has changed since, and says so", async ({ page }) => {
  const { path, ada, params } = await planOf("Undo too late", titled("One"));
  await page.goto(path);
  await statusOf(page, "SPEC-1").press("Enter");
  await choose(page, "Done");
  await expect(undo(page, "SPEC-1: Done")).toBeVisible();
  const body = { status: "CANCELLED" as const };
  await ada.call(updateSpec, { params: { ...params, specShortId: "SPEC-1" }, body });
  await expect(statusOf(page, "SPEC-1")).toHaveAccessibleName(/Cancelled/);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Someone has changed this since")).toBeVisible();
  await expect(statusOf(page, "SPEC-1")).toHaveAccessibleName(/Cancelled/);
});

test("A card's move to another column and an edit on a spec's own page are undone", async ({ page }) => {
  const { path, ada, params } = await planOf("Undo on the board", titled("One", "Two"));
  const spec = { ...params, specShortId: "SPEC-1" };
  const now = async () => (await ada.call(getSpec, { params: spec })).spec;
  await page.goto(`${path}/board`);
  await rowOf(page, "One").getByRole("link").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(undo(page, "SPEC-1: In progress")).toBeVisible();
  await expect.poll(async () => (await now()).status).toBe("IN_PROGRESS");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await now()).status).toBe("TODO");

  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("button", { name: "Status: Todo" }).press("Enter");
  await choose(page, "Done");
  await undo(page, "SPEC-1: Done").click();
  await expect(page.getByRole("button", { name: "Status: Todo" })).toBeVisible();
  await expect.poll(async () => (await now()).status).toBe("TODO");

  await page.getByRole("combobox", { name: "Add a dependency" }).fill("Two");
  await page.getByRole("option", { name: /SPEC-2/ }).click();
  await expect(undo(page, "SPEC-1 needs SPEC-2 first")).toBeVisible();
  await page.locator("h1").click();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await ada.call(listDependencies, { params })).dependencies).toEqual([]);
});

test("Deleted specs are restored by their message, or from their plan's menu", async ({ page }) => {
  const { path, ada, params } = await planOf("Deleted and back", titled("One", "Two"));
  const left = async () => (await ada.call(listSpecs, { params })).specs.map(({ shortId }) => shortId).join();
  const remove = async (handle: string) => {
    await page.goto(`${path}/specs/${handle}`);
    await page.getByRole("button", { name: "More actions for this spec" }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Delete…" }));
    await dialogOf(page)
      .getByRole("button", { name: `Delete ${handle}` })
      .press("Enter");
    await expect(undo(page, `${handle} is deleted`)).toBeVisible();
  };
  await remove("SPEC-1");
  await expect.poll(left).toBe("SPEC-2");
  await undo(page, "SPEC-1 is deleted").click();
  await expect(page.getByText("SPEC-1 is back.")).toBeVisible();
  await expect.poll(left).toBe("SPEC-1,SPEC-2");

  await remove("SPEC-2");
  await page.goto(path);
  await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Deleted specs…" }));
  await expect(dialogOf(page)).toContainText(/SPEC-2 Two.*Deleted .* by Ada/s);
  await dialogOf(page).getByRole("button", { name: "Restore SPEC-2" }).press("Enter");
  await expect(dialogOf(page).getByText("No deleted specs.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "Two")).toBeVisible();
  await expect.poll(left).toBe("SPEC-1,SPEC-2");
});
