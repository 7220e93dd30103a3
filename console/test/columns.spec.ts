import { updateSpec } from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { planOf, rowOf } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, test } from "./watched.ts";

test("A list's columns are chosen by keyboard and in the palette, kept in the browser, and reset, in both themes and at 390 px", async ({
  page,
}) => {
  const { path, params, ada } = await planOf("With columns", [
    { ref: "alpha", title: "Alpha", effort: 3, content: "## Acceptance criteria\n\n1. One.\n2. Two." },
    { title: "Beta", needsFirst: ["alpha"] },
  ]);
  const of = { ...params, specShortId: "SPEC-1" };
  await ada.call(updateSpec, { params: of, body: { priority: 1, dueDate: "2099-12-24" } });
  const alpha = rowOf(page, "Alpha");
  const columns = page.getByRole("button", { name: "Columns" });
  const item = (name: string) => page.getByRole("menuitemcheckbox", { name });
  await page.goto(path);
  await expect(alpha).toContainText("due 24 Dec 2099");
  await expect(alpha).not.toContainText("criteria");
  await expect(alpha.getByTitle("Effort: Med")).toHaveText("Med");
  await columns.press("Enter");
  await pressItem(page, item("Readiness"));
  // The menu stays open, since columns are chosen one after the other.
  await item("Status").press("Enter");
  await item("Due date").press("Enter");
  await item("Effort").press("Enter");
  await item("Criteria").press("Enter");
  await item("Updated").press("Enter");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Escape");
  await expect(columns).toBeFocused();
  await expect(alpha).toContainText("2 criteria");
  await expect(alpha).toContainText("updated just now");
  await expect(alpha.getByRole("img", { name: "Priority: Urgent" })).toBeVisible();
  const hidden = async () => {
    await expect(alpha.getByText("24 Dec 2099")).toBeHidden();
    await expect(alpha.getByRole("img", { name: /of 5$/ })).toHaveCount(0);
    await expect(alpha.getByRole("button")).toHaveCount(0);
  };
  await hidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(alpha).toContainText("2 criteria");
  await hidden();
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  // Keys reach what a column hides, and give the focus back to the row.
  await alpha.getByRole("link").focus();
  await page.keyboard.press("s");
  await pressItem(page, item("In progress"));
  await expect(alpha.getByRole("link")).toBeFocused();
  await expect(rowOf(page, "Beta")).not.toContainText("2 criteria");
  await page.goto("/specs?sort=created");
  await expect(rowOf(page, "Alpha").first().getByRole("img", { name: /of 5$/ })).toBeVisible();
  await page.goto(path);
  await expect(alpha).toContainText("2 criteria");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("usual columns");
  await expect(page.getByRole("option").first()).toContainText("Columns: Usual columns");
  await page.keyboard.press("Enter");
  await expect(alpha.getByRole("button", { name: "Status of SPEC-1: In progress" })).toBeVisible();
  await expect(alpha).not.toContainText("criteria");
});
