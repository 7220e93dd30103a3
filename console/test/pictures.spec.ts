import { uploadDocumentFile } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { png } from "../../server/test/pictures.ts";
import { edit, editorOf, givePicture, saved, specOf } from "./specs.ts";
import { select } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, test } from "./watched.ts";

const file = { name: "quay [1].png", mimeType: "image/png", buffer: png(40, 30) };

const widthOf = (page: Page) =>
  page
    .getByRole("img", { name: "quay [1]" })
    .evaluate((element) => (element as HTMLImageElement).naturalWidth);

/** Holds uploads back until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/v1/documents/*/files", async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test("A picture is chosen by keyboard, stands in the text as markdown, and is shown", async ({ page }) => {
  const { path, textNow } = await specOf("Pictures", "Words.");
  await edit(page, path);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a picture" }).press("Enter");
  await (await chooser).setFiles(file);
  await expect(saved(page)).toBeVisible();
  await expect.poll(textNow).toMatch(/^Words\.!\[quay \\\[1\\\]\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  await editorOf(page).press("Escape");
  await expect.poll(() => widthOf(page)).toBe(40);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
});

test("A pasted picture arrives where its place has moved to, and one of another format says why not", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Pasted pictures", "Words.");
  await edit(page, path);
  const release = await holdUploads(page);
  expect(await givePicture(editorOf(page), "paste", "", [...png()])).toBe(false);
  await expect(page.getByText("Uploading a.png")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("More. ");
  release();
  await expect.poll(textNow).toMatch(/^More\. Words\.!\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  const before = await textNow();
  expect(await givePicture(editorOf(page), "drop")).toBe(false);
  await expect(page.getByText("a.png was not added.")).toBeVisible();
  await expect(page.getByText("no whole PNG, JPEG, GIF or WebP")).toBeVisible();
  await expect(page.getByText("Uploading a.png")).toHaveCount(0);
  // Programs that copy text add a picture of it.
  await page.keyboard.press("ControlOrMeta+End");
  await givePicture(editorOf(page), "paste", " And text.");
  await expect.poll(textNow).toBe(`${before} And text.`);
});

test("A picture that is pasted into a comment is sent with it, not before it has arrived, and shown", async ({
  page,
}) => {
  const { path } = await specOf("Pictures in comments", "Words.");
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await select(page, "Words");
  await page.keyboard.press("Control+Alt+m");
  const field = page.getByRole("textbox", { name: "Comment", exact: true });
  await field.fill("Look: ");
  const release = await holdUploads(page);
  expect(await givePicture(field, "paste", "", [...png(40, 30)])).toBe(false);
  await expect(field).toHaveValue(/^Look: !\[Uploading a\.png/);
  await field.press("ControlOrMeta+Enter");
  await expect(page.getByText("A picture is still being uploaded.")).toBeVisible();
  release();
  await expect(field).toHaveValue(/^Look: !\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  await field.press("ControlOrMeta+Enter");
  await expect(page.getByRole("img", { name: "a", exact: true })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});

test("A picture of a comment is chosen, too", async ({ page }) => {
  const { path } = await specOf("Chosen pictures", "Words.");
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await select(page, "Words");
  await page.keyboard.press("Control+Alt+m");
  const field = page.getByRole("textbox", { name: "Comment", exact: true });
  await field.fill("See ");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add a picture" }).press("Enter");
  await (await chooser).setFiles(file);
  await expect(field).toHaveValue(/^See !\[quay \\\[1\\\]\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  await field.press("ControlOrMeta+Enter");
  await expect.poll(() => widthOf(page)).toBe(40);
});

test("A picture that was removed is told by its name", async ({ page }) => {
  const { path } = await specOf("Removed pictures", "![Old](/v1/files/019ac9e6-1f22-7b13-8c24-d5e6f7a8b9c0)");
  const details = { name: "quay.png", removedAt: "2026-11-01T00:00:00.000Z" };
  const error = { code: "not_found", message: "It was removed.", details };
  await page.route("**/v1/files/*", (route) => route.fulfill({ status: 404, json: { error } }));
  await page.goto(path);
  await expect(page.getByText("quay.png, removed")).toBeVisible();
});

test("The address of a picture of a plan that the reader can't read shows nothing of it", async ({
  browser,
}) => {
  const hidden = await specOf("Hidden pictures", "Words.");
  const { file: picture } = await hidden.ada.call(uploadDocumentFile, {
    params: { documentId: (await hidden.now()).id },
    body: { file: [new File([new Uint8Array(png())], "secret.png")] },
  });
  await hidden.hide();
  const open = await specOf("Open text", `![A picture](${picture.path})`);
  const page = await pageOf(browser, "grace");
  await page.goto(open.path);
  await expect(page.getByText("A picture: There is no such file")).toBeVisible();
  await expect(page.getByText("secret.png")).toHaveCount(0);
  await page.context().close();
});

test("A picture reaches a text that was left by a link meanwhile, beside what was typed since", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Left during an upload", "Look: ");
  const release = await holdUploads(page);
  const leave = page.getByRole("link", { name: "My work" });
  await edit(page, path);
  await page.keyboard.type("here ");
  await givePicture(editorOf(page), "paste", "", [...png(4, 3)]);
  await expect(editorOf(page)).toContainText("Uploading a.png");
  await leave.click();
  await expect(editorOf(page)).toHaveCount(0);
  release();
  await expect.poll(textNow).toMatch(/^Look: here !\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
  const first = await textNow();

  const again = await holdUploads(page);
  await edit(page, path);
  await givePicture(editorOf(page), "paste", "", [...png(4, 3)]);
  await expect(editorOf(page)).toContainText("Uploading a.png");
  await leave.click();
  await expect(editorOf(page)).toHaveCount(0);
  await page.goBack();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("More. ");
  await page.keyboard.press("Escape");
  again();
  await expect
    .poll(textNow)
    .toMatch(new RegExp(`^More\\. ${RegExp.escape(first)}!\\[a\\]\\(/v1/files/[0-9a-f-]{36}\\)$`));
  await expect(editorOf(page)).toHaveCount(0);
});

test("A comment that was left during an upload has its picture, and isn't sent without it", async ({
  page,
}) => {
  const { path } = await specOf("A comment left during an upload", "Words.");
  const release = await holdUploads(page);
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Comment on the whole text" });
  await field.fill("Look: ");
  await givePicture(field, "paste", "", [...png(40, 30)]);
  await expect(field).toHaveValue(/^Look: !\[Uploading a\.png/);
  await page.getByRole("link", { name: "My work" }).click();
  await expect(field).toHaveCount(0);
  await page.goBack();
  await expect(field).toHaveValue(/^Look: !\[Uploading a\.png/);
  await field.press("ControlOrMeta+Enter");
  await expect(page.getByText("A picture is still being uploaded.")).toBeVisible();
  await page.getByRole("link", { name: "My work" }).click();
  await expect(field).toHaveCount(0);
  const answer = page.waitForResponse("**/v1/documents/*/files");
  release();
  await (await answer).finished();
  await page.goBack();
  await expect(field).toHaveValue(/^Look: !\[a\]\(\/v1\/files\/[0-9a-f-]{36}\)$/);
});

test("A form asks before it is left during an upload", async ({ page }) => {
  const release = await holdUploads(page);
  await page.goto("/projects/web/instructions");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("e");
  const field = page.getByRole("textbox", { name: "Instructions", exact: true });
  await expect(field).toBeFocused();
  await givePicture(field, "paste", "", [...png(4, 3)]);
  await expect(field).toContainText("Uploading a.png");
  await page.getByRole("link", { name: "My work" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving" });
  await question.getByRole("button", { name: "Cancel" }).click();
  release();
  await expect(field.getByRole("img", { name: "a" })).toBeVisible();
});
