import {
  createPlan,
  createSpecBatch,
  getMe,
  getSpecReadiness,
  putShare,
  updateSpec,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressOn as press } from "./by-keyboard.ts";
import { edit, editorOf, saved, specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, pageOf, test } from "./watched.ts";
import { programOf } from "./world.ts";

const content = `Contacts come from a file, so that nobody has to type them again.

Which encoding does the file have?

## Acceptance criteria

1. AC-1: When the user picks a CSV file, then the breakfast list is shown fast.
2. AC-2: When the user confirms, then the contacts are stored.
`;

/** Its spec depends on a cancelled one and is not ready. */
async function contacts() {
  const ada = programOf("ada");
  const projectSlug = "web";
  const { plan } = await ada.call(createPlan, {
    params: { projectSlug },
    body: { name: "Contacts are imported", visibility: "PRIVATE" },
  });
  const params = { projectSlug, planShortId: plan.shortId };
  const specs = [
    { title: "Contacts come in", content, needsFirst: ["file"] },
    { title: "A file is read", ref: "file" },
  ];
  await ada.call(createSpecBatch, { params, body: { specs } });
  await ada.call(updateSpec, { params: { ...params, specShortId: "SPEC-2" }, body: { status: "CANCELLED" } });
  return { ada, params, path: `/projects/${projectSlug}/plans/${plan.shortId}/specs/SPEC-1` };
}

const notes = (page: Page) => page.getByRole("note");
const beside = (page: Page) => page.getByRole("region", { name: "Readiness" });
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());

test("Each reason is shown below its line, with a click that fixes it or leads to the fix", async ({
  browser,
  page,
}) => {
  const { ada, params, path } = await contacts();
  await page.goto(path);
  await expect(notes(page)).toHaveCount(3);
  // The first is in the text, the other one among its evidence.
  const criterion = page.getByRole("listitem").filter({ hasText: "picks a CSV file" }).first();
  await expect(criterion.getByRole("note")).toContainText("AC-1 says “fast”.");
  await expect(notes(page).first()).toContainText("Still open: Which encoding does the file have?");
  await expect(beside(page)).toContainText("Rough · 2 of 5");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNothingSideways(page);
  await page.setViewportSize({ width: 1360, height: 860 });

  await press(page, beside(page).getByRole("button", { name: "Remove SPEC-2" }));
  await expect(beside(page).getByText("SPEC-2")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await press(page, beside(page).getByRole("button", { name: "Remove SPEC-2" }));
  await expect(beside(page).getByText("SPEC-2")).toHaveCount(0);

  await press(page, notes(page).getByRole("button", { name: "Change the words" }));
  await expect(editorOf(page)).toBeFocused();
  await expect.poll(() => selected(page)).toBe("fast");
  await page.keyboard.type("within 200 ms");
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notes(page)).toHaveCount(2);
  await expect(criterion).toContainText("the breakfast list is shown within 200 ms.");

  await press(page, notes(page).getByRole("button", { name: "Answer it" }));
  await expect.poll(() => selected(page)).toBe("Which encoding does the file have?");
  await page.keyboard.type("The file is in UTF-8.");
  await page.keyboard.press("Escape");
  await expect(notes(page)).toHaveCount(1);
  await expect(beside(page)).toContainText("Ready · 4 of 5");

  const grace = await pageOf(browser, "grace");
  const { user } = await programOf("grace").call(getMe, {});
  const share = { params: { ...params, userId: user.id }, body: { capability: "READ" as const } };
  await ada.call(putShare, share);
  await grace.goto(path);
  await expect(notes(grace)).toContainText("what happens when something goes wrong");
  await expect(beside(grace)).toContainText("Ready · 4 of 5");
  await expect(notes(grace).getByRole("button")).toHaveCount(0);
  await expect(beside(grace).getByRole("button")).toHaveCount(0);
  await grace.context().close();

  // From the versions, the fix leads back.
  await page.getByRole("link", { name: "Versions" }).press("Enter");
  await expect(page).toHaveURL(/\/versions$/);
  await press(page, beside(page).getByRole("button", { name: "Add a criterion" }));
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type("If the file can't be read, then the import names the file.");
  await expect(beside(page)).toContainText("Nothing missing");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listitem").filter({ hasText: "AC-3" }).first()).toContainText(
    "names the file",
  );
  await expect(notes(page)).toHaveCount(0);
  const now = await ada.call(getSpecReadiness, { params: { ...params, specShortId: "SPEC-1" } });
  expect(now).toMatchObject({ readiness: 5, reasons: [] });
});

test("Checkboxes that could be the criteria become them by one click, with ids; other blocks do from the editor", async ({
  page,
}) => {
  const text =
    "Contacts come from a file.\n\n## Steps\n\n- [ ] AC-1: The page lists the contacts.\n- [x] Skipped rows are named.\n";
  const { path, now } = await specOf("Boxes", text);
  await page.goto(path);
  const reason = beside(page).getByRole("listitem").first();
  await expect(reason).toContainText("These boxes can be the criteria");
  await press(page, beside(page).getByRole("button", { name: "Make these the criteria" }));
  const made =
    "Contacts come from a file.\n\n## Steps\n\n### Acceptance criteria\n\n- [ ] AC-1: The page lists the contacts.\n- [x] Skipped rows are named.\n";
  await expect.poll(async () => (await now()).content).toBe(made);
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#main").getByRole("listitem").first()).toContainText("AC-1");
  await expect(beside(page)).not.toContainText("There are no acceptance criteria");
  await expectAccessibleByDayAndNight(page);

  const table = await specOf("Table", "| What | Limit |\n|---|---|\n| Rows | 500 |\n");
  await edit(page, table.path);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.getByRole("button", { name: "Make these the criteria" }).first().click();
  await expect
    .poll(async () => (await table.now()).content)
    .toBe("## Acceptance criteria\n\n| What | Limit |\n|---|---|\n| Rows | 500 |\n");
});
