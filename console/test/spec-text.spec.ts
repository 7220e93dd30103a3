import { getPlan, updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { png } from "../../server/test/pictures.ts";
import { pressItem } from "./by-keyboard.ts";
import { edit, editorOf, givePicture, saved, specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, pageOf, test } from "./watched.ts";

test("7: A text is edited in place, saved after a pause in typing, and offered as a draft after a tab was killed", async ({
  page,
}) => {
  const bytes = "First\twith a tab.  \r\n\r\n* a bullet\r\n+ another\r\n\r\n\r\nLast, with two spaces  ";
  const { path, now, textNow } = await specOf("In place", bytes);
  await edit(page, path);
  await page.keyboard.type(" and more");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toBe(`${bytes} and more`);
  await expectAccessibleByDayAndNight(page);

  const title = page.getByRole("textbox", { name: "Title" });
  const emoji = `${"🧭".repeat(180)} سلة المشتريات`;
  await title.fill("");
  await expect(page.getByText("The current one stays until you enter another.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await title.fill(emoji);
  await title.press("Enter");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: emoji })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(page.locator("#main")).toContainText("with two spaces and more");
  await page.reload();
  await expect(page.locator("#main")).toContainText("with two spaces and more");
  await expectNoOffer(page);
  expect((await now()).title).toBe(emoji);

  // Killed before the save arrives.
  await page.route("**/specs/SPEC-1", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type("Typed at last. ");
  await expect(page.getByText("Not saved: the service does not answer.")).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(path);
  await expect(tab.getByRole("button", { name: "Edit" })).toBeVisible();
  await expectNoOffer(tab);
  await page.close();
  await tab.reload();
  await expect(tab.getByText("You have unsaved changes")).toBeVisible();
  await expectAccessibleByDayAndNight(tab);
  await tab.getByRole("button", { name: "Restore" }).click();
  await expect(saved(tab)).toBeVisible();
  expect(await textNow()).toBe(`Typed at last. ${bytes} and more`);
  await tab.keyboard.press("Escape");
  await tab.reload();
  await expect(tab.getByRole("button", { name: "Edit" })).toBeVisible();
  await expectNoOffer(tab);
});

/** Drafts are offered when idle. */
async function expectNoOffer(page: Page) {
  await expect(page.getByRole("region", { name: "Needs first" })).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByText("You have unsaved changes")).toHaveCount(0);
}

test("8: Criteria are numbered while typing, and keep their ids when reordered", async ({ page }) => {
  const { path, now } = await specOf("Numbered", "Words.\n\n## Acceptance criteria");
  const order = async () => (await now()).acceptanceCriteria.map(({ id, text }) => `${id} ${text}`);
  await edit(page, path);
  await page.keyboard.press("Enter");
  await page.keyboard.type("The first");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The second");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The third");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await expect.poll(order).toEqual(["AC-1 The first", "AC-2 The second", "AC-3 The third"]);
  await expect(editorOf(page)).toContainText("3. AC-3: The third");

  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.type("!");
  await expect.poll(order).toEqual(["AC-1 The first", "AC-3 The third!", "AC-2 The second"]);
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Between");
  await expect.poll(order).toEqual(["AC-3 The third!", "AC-4 Between", "AC-1 The first", "AC-2 The second"]);
  await page.getByRole("button", { name: "Add a criterion" }).click();
  await page.keyboard.type("At the end");
  await expect.poll(async () => (await order()).at(-1)).toBe("AC-5 At the end");
  expect((await now()).content).toBe(
    "Words.\n\n## Acceptance criteria\n\n1. AC-3: The third!\n2. AC-4: Between\n3. AC-1: The first\n4. AC-2: The second\n5. AC-5: At the end",
  );
  while ((await editorOf(page).textContent())?.includes("AC-5")) await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => (await order()).length).toBe(4);
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toContainText("AC-3The third!");
});

test("9: Changes by two users are merged; a conflict shows both sides to choose from", async ({
  browser,
  page,
}) => {
  const { path, textNow } = await specOf("Two people", "One\nTwo\nThree\nFour\nFive");
  const grace = await pageOf(browser, "grace");
  await edit(page, path);
  await edit(grace, path);
  await page.keyboard.type(" by Ada");
  await grace.keyboard.press("ControlOrMeta+Home");
  await grace.keyboard.type("Grace: ");
  await expect.poll(textNow).toBe("Grace: One\nTwo\nThree\nFour\nFive by Ada");
  await expect(editorOf(page)).toContainText("Grace: One");
  await expect(editorOf(grace)).toContainText("Five by Ada");
  // The cursors have not moved.
  await page.keyboard.type("!");
  await grace.keyboard.type("so ");
  await expect.poll(textNow).toBe("Grace: so One\nTwo\nThree\nFour\nFive by Ada!");
  await expect(saved(page)).toBeVisible();
  await expect(editorOf(page)).toContainText("so One");

  await page.route("**/specs/SPEC-1", async (route) => {
    if (route.request().method() === "PATCH") await graceHasSaved;
    await route.continue();
  });
  let tell = () => {};
  const graceHasSaved = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await editorOf(page).getByText("Three").click();
  await page.keyboard.press("End");
  await page.keyboard.type(", says Ada");
  await expect(page.getByText("Saving…")).toBeVisible();
  await editorOf(grace).getByText("Three").click();
  await grace.keyboard.press("End");
  await grace.keyboard.type(", says Grace");
  await expect.poll(textNow).toContain("Three, says Grace");
  tell();
  // Words typed while the refusal arrives are kept, and the editor stays until they end.
  await page.keyboard.type(" and goes on without a pause", { delay: 60 });
  const both = page.getByRole("region", { name: "This text was changed while you were typing" });
  await expect(both.getByText("Three, says Ada and goes on without a pause")).toBeVisible();
  await expect(both.getByText("Three, says Grace")).toBeVisible();
  await expect(both.getByRole("heading")).toBeFocused();
  await expect(both.getByRole("status")).toHaveText("Grace changed the same lines.");
  await expect(both.getByLabel("Grace's (saved)")).toBeVisible();
  // Later words are no commands either.
  await page.keyboard.type("so o 3");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  // Nothing is lost if the tab ends now.
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(both.getByText("Three, says Ada")).toBeVisible();
  await both.getByLabel("Both, theirs first").check();
  await both.getByRole("button", { name: "Save" }).press("Enter");
  await expect(editorOf(page)).toBeFocused();
  await expect
    .poll(textNow)
    .toBe(
      "Grace: so One\nTwo\nThree, says Grace\nThree, says Ada and goes on without a pause\nFour\nFive by Ada!",
    );
  await expect(editorOf(grace)).toContainText("says Ada");
  await grace.context().close();
});

test("A conflict shows a mention by its name", async ({ page }) => {
  const { path, ada, params, textNow } = await specOf("Mentioned on both sides", "One");
  await edit(page, path);
  const mention = "[@Grace](user:019ac9e6-1f22-7b13-8c24-d5e6f7a8b9c0)";
  await page.route("**/specs/SPEC-1", async (route) => {
    if (route.request().method() === "PATCH" && (await textNow()) === "One")
      await ada.call(updateSpec, { params, body: { content: `One, asks ${mention}` } });
    await route.continue();
  });
  await page.keyboard.type(", says Ada");
  const both = page.getByRole("region", { name: "This text was changed while you were typing" });
  await expect(both.getByText("One, asks @Grace", { exact: true })).toBeVisible();
  await both.getByLabel("(saved)").check();
  await both.getByRole("button", { name: "Save" }).press("Enter");
  await expect.poll(textNow).toBe(`One, asks ${mention}`);
});

test("Tab and Shift+Tab indent in the text, and a letter outside it runs no shortcut", async ({ page }) => {
  const { path, now, textNow } = await specOf("Indents", "Words.");
  await edit(page, path);
  await page.keyboard.press("ControlOrMeta+End");
  for (const part of ["\n\n- a\n", "\t", "side effects\n", "Shift+Tab", "b"]) {
    if (part === "Shift+Tab" || part === "\t") await page.keyboard.press(part === "\t" ? "Tab" : part);
    else await page.keyboard.type(part);
  }
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toBe("Words.\n\n- a\n  - side effects\n- b");
  await page.keyboard.type("\n\n");
  await page.keyboard.type("1. one\ntwo");
  await page.keyboard.press("Tab");
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toContain("1. one\n   1. two");
  await expect(page.getByText("Esc, then Tab, leaves.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);

  await page.getByRole("button", { name: "Add a criterion" }).focus();
  await page.keyboard.type("sdo");
  await expect(page.getByRole("menu")).toHaveCount(0);
  expect((await now()).status).toBe("TODO");

  await editorOf(page).focus();
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
});

test("The description of a plan takes pictures, and a text without a document refuses them", async ({
  page,
}) => {
  const { path, ada, params } = await specOf("Pictures of a plan", "Words.");
  await page.goto(path.replace(/\/specs\/.*/, ""));
  await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Describe…" }));
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Description" });
  await expect(field).toBeFocused();
  await page.keyboard.type("**Look:** ");
  expect(await givePicture(field, "paste", "", [...png(40, 30)])).toBe(false);
  await expect(field.getByRole("img", { name: "a" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  const { plan } = await ada.call(getPlan, { params });
  expect(plan.description).toMatch(/^\*\*Look:\*\* !\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);

  await page.goto("/skills");
  await page.getByRole("button", { name: /^Write a skill/ }).click();
  const begins = dialog.getByLabel("Text");
  await begins.fill("Look: ");
  for (const type of ["paste", "drop"] as const) {
    expect(await givePicture(begins, type)).toBe(false);
    await expect(page.getByText("Save the text first, then add pictures to it.").first()).toBeVisible();
  }
  await givePicture(begins, "paste", "a table");
  await expect(begins).toContainText("a table");
  await expect(begins.getByRole("img")).toHaveCount(0);
});

test("Editing ends once a pasted picture stands in the text", async ({ page }) => {
  const { path, textNow } = await specOf("Left early", "Look: ");
  await page.route("**/files", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await edit(page, path);
  expect(await givePicture(editorOf(page), "paste", "", [...png(4, 3)])).toBe(false);
  await expect(editorOf(page)).toContainText("Uploading a.png");
  await page.keyboard.press("Escape");
  await expect.poll(textNow).toMatch(/^Look: !\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  await expect(editorOf(page)).toHaveCount(0);
});

test("Pasted words take the text's line ends, and another person's line ends stay as they are", async ({
  page,
}) => {
  const { path, ada, params, now, textNow } = await specOf("Line ends", "One\r\n\r\nTwo ");
  await edit(page, path);
  await editorOf(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "pasted\r\nwords");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const pasted = "One\r\n\r\nTwo pasted\r\nwords";
  await expect.poll(textNow).toBe(pasted);
  await expect(saved(page)).toBeVisible();

  const { revision: baseRevision } = await now();
  await ada.call(updateSpec, { params, body: { content: `Unix\nends\n${pasted}`, baseRevision } });
  await expect(editorOf(page)).toContainText("Unix");
  await page.keyboard.type(" and more");
  await expect.poll(textNow).toBe(`Unix\nends\n${pasted} and more`);
});
