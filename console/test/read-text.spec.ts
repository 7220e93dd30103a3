import { getMe, putShare, updatePlan } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressOn } from "./by-keyboard.ts";
import { refuse } from "./refusals.ts";
import { edit, editorOf, specOf } from "./specs.ts";
import { select } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, pageOf, test } from "./watched.ts";
import { programOf } from "./world.ts";

const undo = (page: Page, says: string | RegExp) =>
  page.getByRole("dialog").filter({ hasText: says }).getByRole("button", { name: "Undo" });

const long = "A paragraph that fills the window.\n\n".repeat(60);

test("Links to sections lead where they would on GitHub", async ({ page }) => {
  const text = `[To the notes](#notes) and [the second ones](#notes-1)\n\n${long}## Notes\n\nOne.\n\n${long}### *Notes*!\n\nTwo.\n\n${long}`;
  const { path } = await specOf("Sections", text);
  const [first, second] = [page.locator("#notes"), page.locator("#notes-1")];
  await page.goto(path);
  await pressOn(page, page.getByRole("link", { name: "To the notes" }));
  await expect(first).toBeInViewport();
  await page.getByRole("link", { name: "the second ones" }).press("Enter");
  await expect(second).toBeInViewport();
  await expect(first).not.toBeInViewport();
  await expect(page).toHaveURL(/#notes-1$/);

  await page.goto("/");
  await page.goto(`${path}#notes`);
  await expect(first).toBeInViewport();
  // Finishing an edit doesn't scroll the page.
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "To the notes" })).toBeInViewport();
});

test("Code in a known language is coloured, and a comment on its words keeps the colours", async ({
  page,
}) => {
  const code = "const total = 12; // of all";
  const { path, textNow } = await specOf("Coloured", `Like this:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nAnd on.\n`);
  await page.goto(path);
  const block = page.locator("pre");
  await expect(block.locator(".text-accent")).toHaveText("const");
  await expect(block.locator(".text-warn")).toHaveText("12");
  await expectAccessibleByDayAndNight(page);
  await select(page, "total = 12");
  await page.getByRole("button", { name: "Comment m" }).click();
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill("Why so many?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(block.locator("mark")).toHaveText(["total = 12"]);
  await expect(block.locator("mark .text-warn")).toHaveText("12");
  await expect(block).toHaveText(code);
  expect(await textNow()).toContain(code);
});

test("Content nested in a task is indented like content nested in a bullet", async ({ page }) => {
  const text =
    "- [ ] a task\n  - below it\n    1. deeper\n  - [x] a task below\n- a bullet\n  - below that\n";
  const { path } = await specOf("Nested", text);
  await page.goto(path);
  const leftOf = async (words: string) => {
    const box = await page.locator("#main span", { hasText: new RegExp(`^${words}$`) }).boundingBox();
    return Math.round(box?.x ?? 0);
  };
  await expect(page.getByText("a bullet")).toBeVisible();
  const [task, below, deeper, taskBelow, bullet, belowThat] = await Promise.all(
    ["\\s*a task", "below it", "deeper", "\\s*a task below", "a bullet", "below that"].map(leftOf),
  );
  expect(below).toBeGreaterThan(Number(bullet));
  expect(deeper).toBeGreaterThan(Number(below));
  expect(taskBelow).toBeGreaterThan(Number(task));
  expect(below).toBe(belowThat);
});

test("A task is toggled in the rendered text, with Undo, and is rolled back if refused", {
  tag: "@both",
}, async ({ browser, page }) => {
  const text = "- [ ] one\r\n- [X] two\r\n\r\n> 1. [ ] in a quote\r\n\r\n1. AC-1: [ ] no task\r\n";
  const { path, textNow } = await specOf("Tasks", text);
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await page.goto(path);
  await expect(box("two")).toBeChecked();
  await expectAccessibleByDayAndNight(page);
  await box("one").press("Space");
  await expect(undo(page, /\bChecked\./)).toBeVisible();
  await box("two").press("Space");
  await box("in a quote").press("Space");
  const changed = "- [x] one\r\n- [ ] two\r\n\r\n> 1. [x] in a quote\r\n\r\n1. AC-1: [ ] no task\r\n";
  await expect.poll(textNow).toBe(changed);
  await expect(undo(page, "Unchecked.")).toBeVisible();
  await expect(undo(page, /\bChecked\./)).toHaveCount(2);

  await page.keyboard.press("Control+z");
  await expect(box("in a quote")).not.toBeChecked();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  // Normalized to lower case.
  await expect.poll(textNow).toBe(text.replace("[X]", "[x]"));
  await expect(box("one")).not.toBeChecked();
  await expect(box("two")).toBeChecked();

  await refuse(
    page,
    () => box("one").press("Space"),
    () => expect(box("one")).not.toBeChecked(),
  );

  const grace = await pageOf(browser, "grace");
  await grace.goto(path);
  await expect(grace.getByRole("checkbox", { name: "one" })).toBeVisible();
  await edit(grace, path);
  await grace.keyboard.press("ControlOrMeta+Home");
  await grace.keyboard.type("Before.\n\n");
  await expect.poll(textNow).toContain("Before.");
  await box("two").press("Space");
  await expect.poll(textNow).toContain("Before.\r\n\r\n- [ ] one\r\n- [ ] two\r\n");
  await grace.context().close();
});

test("Read-only users see the state of tasks, and no controls", async ({ browser }) => {
  const { ada, params, path } = await specOf("Tasks to read", "- [ ] one\n- [x] two\n");
  await ada.call(updatePlan, { params, body: { visibility: "PRIVATE" } });
  const { user } = await programOf("grace").call(getMe, {});
  await ada.call(putShare, { params: { ...params, userId: user.id }, body: { capability: "READ" } });
  const grace = await pageOf(browser, "grace");
  await grace.goto(path);
  const main = grace.locator("#main");
  await expect(main.getByRole("img", { name: "Done" })).toBeVisible();
  await expect(main.getByRole("img", { name: "Open" })).toBeVisible();
  await expect(main.getByRole("checkbox")).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Make these the criteria" })).toHaveCount(0);
  await grace.context().close();
});

const blocks = [
  { what: "bullets", block: "- Rows are read.\n- Skipped rows are named.\n" },
  { what: "numbers", block: "1. Rows are read.\n2. Skipped rows are named.\n" },
  { what: "lines with labels", block: "AC1: Rows are read.\nAC2: Skipped rows are named.\n" },
  { what: "a table", block: "| What | Limit |\n|---|---|\n| Rows | 500 |\n| Columns | 20 |\n" },
  {
    what: "Gherkin",
    block: "```gherkin\nScenario: Rows\n  Given a file\nScenario: Columns\n  Given a file\n```\n",
  },
];
for (const { what, block } of blocks)
  test(`A block of ${what} becomes the criteria by one click in the rendered text`, async ({ page }) => {
    const text = `Contacts come from a file.\n\n# Goal\n\nWords.\n\n${block}\nMore words.\n`;
    const { path, now } = await specOf(`Criteria of ${what}`, text);
    await page.goto(path);
    const offer = page.locator("#main").getByRole("button", { name: "Make these the criteria: line 7" });
    await expect(offer).toHaveCount(1);
    await expectAccessibleByDayAndNight(page);
    await pressOn(page, offer);
    await expect(editorOf(page)).toBeFocused();
    await expect
      .poll(async () => (await now()).content)
      .toBe(text.replace(block, `## Acceptance criteria\n\n${block}`));
    expect((await now()).acceptanceCriteria).toHaveLength(2);
    await page.keyboard.press("Escape");
    await expect(editorOf(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Acceptance criteria" })).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNothingSideways(page);
  });
