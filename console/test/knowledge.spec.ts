import {
  createProjectProposal,
  getProjectFormat,
  getProjectInstructions,
  getProjectSkill,
  putProjectInstructions,
  putProjectSkill,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { dialogOf } from "./fresh.ts";
import { projectOf } from "./plans.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled, test } from "./watched.ts";

const views = (page: Page) => page.getByRole("navigation", { name: "Views" });

test("Instructions are written, proposed, compared and restored, and show how much of them agents read", {
  tag: "@both",
}, async ({ page }) => {
  const { path, params, ada } = await projectOf("Told what to do");
  const textNow = async () => (await ada.call(getProjectInstructions, { params })).instructions.markdown;
  await page.goto(path);
  await views(page).getByRole("link", { name: "Instructions" }).click();
  await expect(page.getByText("No instructions yet.")).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Instructions" })).toBeFocused();
  await page.getByRole("textbox", { name: "Instructions" }).fill("# Rules\n\nWrite short sentences.\n");
  await page.getByLabel("Describe what changes and why").fill("The first rule");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Rules" })).toBeVisible();
  await expect(page.getByText(/Agents read the whole text/)).toBeVisible();
  const first = await textNow();

  await page.getByRole("button", { name: "Propose a change" }).click();
  const proposed = page.getByLabel("Proposed instructions");
  await proposed.fill("# Rules\n\nWrite short sentences.\nName a number.\n");
  await page.getByLabel("Describe what changes and why").fill("Numbers can be tested");
  await page.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(page.getByRole("link", { name: /Proposals/ })).toContainText("open");
  expect(await textNow()).toBe(first);
  await ada.call(createProjectProposal, { params, body: { markdown: "# No rules\n", message: "Shorter" } });
  await page.getByRole("link", { name: /Proposals/ }).click();
  const card = page.getByRole("article").filter({ hasText: "Numbers can be tested" });
  await expect(card).toContainText("added: Name a number.");
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await card.getByRole("button", { name: "Accept" }).click();
  await expect(card).toContainText("Accepted");
  expect(await textNow()).toContain("Name a number.");
  const other = page.getByRole("article").filter({ hasText: "Shorter" });
  await other.getByRole("button", { name: "Reject" }).click();
  await expect(other).toContainText("Rejected");
  expect(await textNow()).toContain("Name a number.");

  await page.getByRole("link", { name: "Versions" }).click();
  const rows = page.getByRole("list", { name: "Versions" }).getByRole("link");
  await expect(rows).toHaveCount(2);
  await expectAccessibleByDayAndNight(page);
  await rows.last().click();
  await expect(page.getByText("It is the first one.")).toBeVisible();
  await expect(page).toHaveURL(/\/instructions\/versions\/1$/);
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page).toHaveURL(/\/instructions$/);
  await expect.poll(textNow).toBe(first);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(textNow).toContain("Name a number.");
  await expect(page.getByText("Name a number.")).toBeVisible();

  // A concurrent edit of the same line.
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Instructions" }).fill("# Rules\n\nWrite one sentence.\n");
  await ada.call(putProjectInstructions, { params, body: { markdown: "# Rules\n\nWrite two sentences.\n" } });
  await page.getByRole("button", { name: "Save" }).click();
  const both = page.getByRole("region", { name: "Both texts" });
  await expect(both).toContainText("Ada changed the same lines.");
  await expect(both).toContainText("removed: Write two sentences.");
  await expect(both).toContainText("added: Write one sentence.");
  await expectAccessibleByDayAndNight(page);
  await both.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Overwrite with mine" }).click();
  await expect.poll(textNow).toBe("# Rules\n\nWrite one sentence.\n");
  await ada.call(putProjectInstructions, { params, body: { markdown: "A rule. ".repeat(3_000) } });
  await expect(page.getByText("Agents read the first 20,000 of 24,000 characters")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNothingSideways(page);
});

test("Instructions, skills and new sources are written in the editor, by keyboard, in both themes and at 390 px", async ({
  page,
}) => {
  const { path, params, ada } = await projectOf("Written with keys");
  await ada.call(putProjectSkill, {
    params: { ...params, slug: "pricing" },
    body: { markdown: "---\nname: pricing\ndescription: How we price.\n---\n\n# Pricing\n" },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${path}/instructions`);
  await expect(page.getByText("No instructions yet.")).toBeVisible();
  await page.keyboard.press("e");
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  await expect(instructions).toBeFocused();
  await page.keyboard.type("- one");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  // Escape leaves the text for the form.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "two" })).toBeVisible();
  const { instructions: kept } = await ada.call(getProjectInstructions, { params });
  expect(kept.markdown).toBe("- **one**\n- two");

  await page.goto(`${path}/skills/pricing`);
  await expect(page.getByRole("heading", { name: "Pricing", exact: true })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "SKILL.md" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("Ask who pays.");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Ask who pays.")).toBeVisible();

  await page.goto(`${path}/context`);
  await expect(page.getByRole("heading", { level: 1, name: "Written with keys" })).toBeVisible();
  await page.keyboard.press("t");
  await dialogOf(page).getByLabel("Title").fill("Decisions");
  await dialogOf(page).getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.type("# Decided");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Close without saving" });
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await dialogOf(page).getByRole("button", { name: "Add text" }).press("Enter");
  await expect(page.getByRole("link", { name: /Decisions/ })).toBeVisible();
});

test("Formats and skills show their effective level, and are overridden, exported, imported and reset", {
  tag: "@both",
}, async ({ page }) => {
  const { path, params, ada } = await projectOf("Skilled and in form");
  await page.goto(`${path}/formats`);
  await page.getByRole("list", { name: "Formats" }).getByRole("link", { name: /Specs/ }).click();
  await expect(page.getByRole("main")).toContainText("Built-in");
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("e");
  await expect(page.getByLabel("Format", { exact: true })).toBeFocused();
  await page.getByLabel("Format", { exact: true }).fill("# Our format\n\n## Acceptance criteria\n");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Delete this project format" })).toBeVisible();
  const formatNow = async () =>
    (await ada.call(getProjectFormat, { params: { ...params, kind: "spec" } })).format.tier;
  expect(await formatNow()).toBe("project");
  await page.getByRole("button", { name: "Delete this project format" }).click();
  await expect.poll(formatNow).toBe("built-in");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(formatNow).toBe("project");
  await expect(page.getByRole("heading", { name: "Our format" })).toBeVisible();

  await page.goto(`${path}/skills`);
  await expect(page.getByRole("region", { name: "built-in" }).getByRole("link").first()).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("c");
  await dialogOf(page).getByLabel("Name").fill("pricing");
  await dialogOf(page).getByLabel("Description").fill('How we price: "per seat", and when to use it.');
  await dialogOf(page).getByLabel("Text").fill("# Pricing\n\nAsk who pays.\n");
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByRole("button", { name: "Save skill" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "pricing" })).toBeVisible();
  await expect(page.getByText("Ask who pays.")).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const archive = await saved;
  expect(archive.suggestedFilename()).toBe("pricing.zip");
  const zip = await archive.path();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialogOf(page).getByRole("button", { name: "Delete skill" }).click();
  await expect(page.getByRole("region", { name: "built-in" })).toBeVisible();
  await expect(page.getByText("pricing", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog).toContainText("Choose a zip file");
  await dialog.getByLabel("Archive").setInputFiles(zip);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog).toContainText("pricing is created.");
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page
    .getByRole("region", { name: "project" })
    .getByRole("link", { name: /pricing/ })
    .click();
  await expect(page.getByText("Ask who pays.")).toBeVisible();
  const { skill } = await ada.call(getProjectSkill, { params: { ...params, slug: "pricing" } });
  expect(skill.description).toBe('How we price: "per seat", and when to use it.');

  await page.goto("/skills");
  await page.getByRole("region", { name: "built-in" }).getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Write the company's own" })).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNothingSideways(page);
});
