import { updateSpec } from "@groundplan/contract";
import { specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, test } from "./watched.ts";
import { programOf } from "./world.ts";

const listed = (...items: string[]) =>
  `Words.\n\n## Acceptance criteria\n\n${items.map((item, at) => `${at + 1}. ${item}\n`).join("")}`;

test("Versions are grouped by person and pause, named by what changed, and compared as a group", {
  tag: "@both",
}, async ({ page }) => {
  const first = listed("AC-1: a guest pays", "AC-2: a mail is sent");
  const { path, params, textNow } = await specOf("Grouped", first);
  const grace = programOf("grace");
  for (const content of [
    listed("AC-1: a guest pays", "AC-2: a mail is sent", "AC-3: nothing is kept"),
    listed(
      "AC-1: a guest pays by card",
      "AC-2: a mail is sent",
      "AC-3: nothing is kept",
      "AC-4: the sum is shown",
    ),
  ])
    await grace.call(updateSpec, { params, body: { content } });
  await programOf("ada").call(updateSpec, { params, body: { title: "Grouped anew" } });

  await page.goto(`${path}/versions`);
  const rows = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Title changed");
  await expect(rows.nth(1)).toContainText("v2–v3");
  await expect(rows.nth(1)).toContainText("2 criteria added, 1 changed");
  await expect(rows.nth(1)).toContainText("for Grace");
  await expect(rows.nth(2)).toContainText("First version");
  await expectAccessibleByDayAndNight(page);

  const versions = page.getByRole("button", { name: "2 versions, v2–v3" });
  await versions.focus();
  await page.keyboard.press("Enter");
  await expect(versions).toHaveAttribute("aria-expanded", "true");
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(2)).toContainText("1 criterion added, 1 changed");
  await expect(rows.nth(3)).toContainText("1 criterion added");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await versions.press("Enter");
  await expect(rows).toHaveCount(3);

  await rows.nth(1).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/, and what has changed since version 1/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Criteria" }).getByRole("listitem")).toHaveText([
    /AC-1\s*Changed a guest pays by card/,
    /AC-3\s*Added nothing is kept/,
    /AC-4\s*Added the sum is shown/,
  ]);
  await page.goBack();
  await page.getByRole("button", { name: "Revert version 2–3" }).click();
  await expect.poll(textNow).toBe(first);
  await expect(rows.first()).toContainText("Restored version 1");
});
