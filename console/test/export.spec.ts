import { dialogOf } from "./fresh.ts";
import { planOf } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

test("A plan is exported in a format, which says what it can't hold", { tag: "@both" }, async ({ page }) => {
  const { path, plan } = await planOf("Sell tickets", [
    { title: "Seats", effort: 2 },
    { title: "Prices", effort: 3 },
  ]);
  await page.goto(path);
  await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
  await page.getByRole("menuitem", { name: "Export…" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("4 files.")).toBeVisible();
  await dialog.getByLabel("Format").selectOption("OpenSpec");
  await expect(dialog.getByText("OpenSpec has no place for efforts")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).press("Enter");
  expect((await saved).suggestedFilename()).toBe(`${plan.shortId}-openspec.zip`);
  await expect(dialog).toHaveCount(0);
});
