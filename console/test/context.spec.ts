import {
  createPlanSource,
  createSource,
  deleteSource,
  getContextPack,
  getPlanSource,
  listMembers,
  listPlanContext,
  putShare,
  updatePlan,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf } from "./plans.ts";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
  pageOf,
  settled,
  test,
} from "./watched.ts";

async function contextOf(name: string) {
  const { ada, params, path } = await planOf(name);
  const sourcesNow = async () => (await ada.call(listPlanContext, { params })).sources;
  return { path: `${path}/context`, params, ada, sourcesNow };
}

const file = (name: string, text: string, mimeType = "text/markdown") => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

const rowOf = (page: Page, title: string) => page.locator("[data-item]", { hasText: title });

/** Drops files as from the desktop. */
async function drop(page: Page, on: string, files: { name: string; text: string }[]) {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, text } of all) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByText(on).dispatchEvent("drop", { dataTransfer });
}

test("30: Dropped files show their progress and results, and the token count follows", async ({ page }) => {
  const { path, params, ada, sourcesNow } = await contextOf("Full of context");
  await page.goto(path);
  await expect(page.getByText("or drop files and folders here")).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  // Makes the progress visible.
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
  await drop(page, "or drop files and folders here", [
    { name: "notes.md", text: "# Notes\n\nWhat we know about shops.\n" },
    { name: "picture.bin", text: "\u0000\u0001\u0002".repeat(50) },
    { name: "wide.csv", text: `${Array.from({ length: 501 }, (_, column) => `c${column}`).join(",")}\n` },
    { name: "long.md", text: "A shop has shelves.\n".repeat(15_000) },
  ]);
  await expect(page.getByRole("progressbar", { name: "Sending long.md" })).toBeVisible();
  await expect(page.getByText(/\d+ % sent/)).toBeVisible();
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const added = page.getByRole("list", { name: "Files you added" });
  await expect(page.getByText("All files are uploaded.")).toBeVisible();
  await expect(added.getByRole("listitem").filter({ hasText: "notes.md" })).toContainText(
    /It has \d+ tokens/,
  );
  await expect(added.getByRole("listitem").filter({ hasText: "picture.bin" })).toContainText(
    /No readable text|Could not be read/,
  );
  const tooWide = "Rows have more than 500 cells; the rest were left out.";
  await expect(added.getByRole("listitem").filter({ hasText: "wide.csv" })).toContainText(
    `Uploaded. Read in part: ${tooWide}`,
  );
  await expect(rowOf(page, "wide.csv").getByTitle(tooWide)).toHaveText("Read in part");
  await expect(rowOf(page, "long.md")).toContainText(/\d\d,\d\d\d tokens/);
  const total = async () => (await sourcesNow()).reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const shown = page.getByRole("region", { name: "Tokens" });
  const expectTotal = () =>
    expect(async () => {
      const words = `${(await total()).toLocaleString("en")} tokens`;
      await expect(shown).toContainText(words, { timeout: 500 });
    }).toPass({ timeout: 15_000 });
  await expectTotal();
  await expect(shown).toContainText("so the last sources are left out");

  await page
    .getByLabel("Files to upload")
    .setInputFiles([file("notes.md", "# Notes\n\nNew notes.\n"), file("long.md", "Short now.\n")]);
  await expect(page.getByText("2 of these titles already exist here.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Keep both: notes.md" }).click();
  await page.getByRole("button", { name: "Replace it: long.md" }).click();
  await expect(added).toContainText("Kept both, as notes (2).md.");
  await expect(added).toContainText("Replaced the existing source.");
  await page.getByLabel("Files to upload").setInputFiles([file("notes.md", "Third.")]);
  await page.getByRole("button", { name: "Skip this file: notes.md" }).click();
  await expect(added).toContainText("Skipped: the existing source stays.");
  expect((await sourcesNow()).filter(({ scope }) => scope === "PLAN")).toHaveLength(5);
  await expectTotal();
  await page.getByRole("button", { name: "Hide this list" }).click();
  await expect(added).toHaveCount(0);

  await page.setViewportSize({ width: 320, height: 700 });
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.getByRole("link", { name: "Preview for agents" }).click();
  const receipts = page.getByRole("list", { name: "Preview for agents" });
  // Other tests change the workspace.
  await expect(async () => {
    const { pack } = await ada.call(getContextPack, { params, query: { receipts: "all" } });
    await expect(receipts.getByRole("listitem")).toHaveCount(pack.receipts.length, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.getByLabel("Budget in tokens").fill("60");
  await page.getByRole("button", { name: "Read with this budget" }).click();
  await expect(page).toHaveURL(/budget=60/);
  await expect(receipts).toContainText("Left out");
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNothingSideways(page);
});

test("25: A source is written, read, moved, switched off and deleted by keyboard, and a delete can be undone", async ({
  page,
  browser,
}) => {
  const { path, params, ada, sourcesNow } = await contextOf("Written by hand");
  const title = `Shared with all ${Date.now()}`;
  const { source: shared } = await ada.call(createSource, { body: { title, text: "Everybody knows this." } });
  await page.goto(path);
  await expect(rowOf(page, title)).toContainText("from the workspace");
  await page.keyboard.press("t");
  await expect(dialogOf(page).getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Decisions");
  await dialogOf(page).getByLabel("Text").fill("# Decided\n\n- One thing\n");
  await dialogOf(page).getByLabel("Folder").fill("notes/2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "notes/2026" })).toContainText("Decisions");
  const { id } = (await sourcesNow()).find((one) => one.title === "Decisions") ?? { id: "" };

  await rowOf(page, title).getByRole("link").focus();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: `Agents read ${title}` })).not.toBeChecked();
  await expect.poll(async () => (await sourcesNow()).find((one) => one.id === shared.id)?.active).toBe(false);
  await settled(page);
  await expectAccessibleByDayAndNight(page);

  await rowOf(page, "Decisions").getByRole("link").focus();
  await page.keyboard.press("e");
  await dialogOf(page).getByLabel("Title").fill("What was decided");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "What was decided")).toBeVisible();
  await rowOf(page, "What was decided").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Decided", exact: true })).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Source text" }).click();
  await expect(page.locator("pre")).toHaveText("# Decided\n\n- One thing\n");
  await page.keyboard.press("e");
  await page.getByLabel("Text").fill("# Decided\n\n- Another thing\n");
  await expect(page.locator(".cm-line").filter({ hasText: "Another thing" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("pre")).toHaveText("# Decided\n\n- Another thing\n");

  await page.getByRole("button", { name: "More actions for What was decided" }).click();
  await pressItem(page, page.getByRole("menuitem", { name: "Delete" }));
  await expect(rowOf(page, title)).toBeVisible();
  await expect(rowOf(page, "What was decided")).toHaveCount(0);
  const message = page.getByRole("dialog").filter({ hasText: "What was decided is deleted." });
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "What was decided")).toBeVisible();
  expect((await sourcesNow()).map((one) => one.id)).toContain(id);
  await page.getByRole("button", { name: "More actions for What was decided" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(rowOf(page, "What was decided")).toHaveCount(0);
  await expect
    .poll(async () => (await sourcesNow()).map((one) => one.id), { timeout: 20_000 })
    .not.toContain(id);

  // A pending delete is sent when the page is left.
  await ada.call(createSource, { body: { title: `${title} (old)`, text: "Once." } });
  await page.goto("/context");
  await page.getByRole("button", { name: `More actions for ${title} (old)` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(rowOf(page, `${title} (old)`)).toHaveCount(0);
  await page.goto("/settings/keys");
  const titlesNow = async () => (await sourcesNow()).map((one) => one.title);
  await expect.poll(titlesNow).not.toContain(`${title} (old)`);
  expect(await titlesNow()).toContain(title);

  const grace = await pageOf(browser, "grace");
  const reader = await ada.call(listMembers, {});
  const userId = reader.members.find(({ name }) => name === "Grace")?.userId ?? "";
  await ada.call(updatePlan, { params, body: { visibility: "PRIVATE" } });
  await ada.call(putShare, { params: { ...params, userId }, body: { capability: "READ" } });
  await grace.goto(path);
  await expect(rowOf(grace, title)).toContainText("from the workspace");
  await expect(grace.getByRole("img", { name: "Agents don't read it" })).toBeVisible();
  await expect(grace.getByRole("checkbox")).toHaveCount(0);
  await expect(
    grace.getByRole("button", { name: /Upload|Add a|More actions for (?!this plan)/ }),
  ).toHaveCount(0);
  await grace.context().close();

  await page.goto("/context");
  await expect(rowOf(page, title)).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await ada.call(deleteSource, { params: { sourceId: shared.id } });
  await expect(rowOf(page, title)).toHaveCount(0);
});

test("Drafts stay with their source and are not lost without confirmation", async ({ page }) => {
  const { path, params, ada } = await contextOf("Two sources");
  const make = async (title: string, text: string) =>
    (await ada.call(createPlanSource, { params, body: { title, text } })).source.id;
  const [first, other] = [await make("The one", "Of the one."), await make("The other", "Of the other.")];
  const link = (title: string) => page.getByRole("link", { name: title }).first();
  await page.goto(path);
  await link("The other").click();
  await expect(page.getByText("Of the other.")).toBeVisible();
  await page.goBack();
  await link("The one").click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).fill("Typed about the one.");
  const goToOther = async () => {
    await page.getByRole("button", { name: /Search or go to/ }).click();
    await page.getByRole("combobox").fill("The other");
    await page
      .getByRole("option", { name: /The other/ })
      .first()
      .click();
  };
  const question = page.getByRole("dialog", { name: "Leave without saving" });
  await goToOther();
  await expect(question).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveText("Typed about the one.");
  await goToOther();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(page.getByText("Of the other.")).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveCount(0);
  const textOf = async (sourceId: string) =>
    (await ada.call(getPlanSource, { params: { ...params, sourceId } })).source.text;
  expect([await textOf(first), await textOf(other)]).toEqual(["Of the one.", "Of the other."]);
});
