import {
  archivePlan,
  createComment,
  createThread,
  getPlan,
  listSpecs,
  resolveThread,
  updateSpec,
} from "@groundplan/contract";
import type { Page, Route } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, titled } from "./plans.ts";
import { refuseEach } from "./refusals.ts";
import { specOf, text } from "./talked-about.ts";
import { expect, test } from "./watched.ts";
import { programOf } from "./world.ts";

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

/** Blocks a method's requests until released. */
async function holdBack(page: Page, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = async (route: Route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  };
  await page.route("**/v1/**", held);
  return resolve;
}

test("A draft reply stays when its thread is orphaned, resolved, or another thread is opened", async ({
  page,
}) => {
  const { path, params, document, write } = await specOf("Typed beside the text");
  const ada = programOf("ada");
  const documentId = { documentId: document.id };
  const start = text.indexOf("sold out");
  const anchor = { exact: "sold out", prefix: "", suffix: "", start };
  const { thread } = await ada.call(createThread, {
    params: documentId,
    body: { body: "Which stock?", anchor, baseRevision: document.revision },
  });
  await ada.call(createThread, { params: documentId, body: { body: "About all of it." } });
  await page.goto(path);
  const card = page.getByRole("article").filter({ hasText: "Which stock?" });
  const reply = page.getByRole("textbox", { name: "Reply" });
  await card.getByText("Which stock?").click();
  await card.getByRole("button", { name: "Reply" }).click();
  await reply.fill("The one of the shop.");
  await reply.press("Escape");
  await expect(reply).toHaveCount(0);
  await card.getByRole("button", { name: "Reply" }).click();
  await expect(reply).toHaveValue("The one of the shop.");

  await page.getByText("About all of it.").click();
  await expect(reply).toHaveCount(0);
  await card.getByText("Which stock?").click();
  await expect(reply).toHaveValue("The one of the shop.");

  await write("Guests buy without an account.");
  await expect(page.getByRole("region", { name: "Unanchored" }).getByText("Which stock?")).toBeVisible();
  await expect(reply).toHaveValue("The one of the shop.");
  await ada.call(resolveThread, { params: { ...documentId, threadId: thread.id } });
  await expect(page.getByRole("region", { name: "Unanchored" })).toHaveCount(0);
  await expect(reply).toHaveValue("The one of the shop.");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card.getByRole("button", { name: "Reopen" })).toBeVisible();
  await ada.call(archivePlan, { params });
});

test("Whatever the error, a refused comment edit keeps its text for a retry", async ({ page }) => {
  const { path, document } = await specOf("A comment to change");
  const ada = programOf("ada");
  const documentId = { documentId: document.id };
  const { thread } = await ada.call(createThread, { params: documentId, body: { body: "A first word." } });
  await ada.call(createComment, {
    params: { ...documentId, threadId: thread.id },
    body: { body: "A second word." },
  });
  await page.goto(`${path}?thread=${thread.id}`);
  const card = page.getByRole("article").filter({ hasText: "A first word." });
  await card
    .getByRole("button", { name: /^More actions for the comment/ })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const change = page.getByRole("textbox", { name: "Edit the comment" });
  await change.fill("A better word.");
  await refuseEach(page, async (message) => {
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText(message)).toBeVisible();
    await expect(change).toHaveValue("A better word.");
  });
  await card.getByRole("button", { name: "Save" }).click();
  await expect(change).toHaveCount(0);
  await expect(card).toContainText("A better word. ");
  await expect(card).toContainText("edited");
});

test("Undo keeps what somebody else has changed since", async ({ page }) => {
  const { ada, params, path } = await planOf("Undone in part", titled("One", "Two"));
  const firstSpec = { ...params, specShortId: "SPEC-1" };
  const statuses = async () => {
    const { specs } = await ada.call(listSpecs, { params });
    return specs.map(({ status }) => status);
  };
  await page.goto(path);
  await page.locator("[data-item]").first().getByRole("link").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const choose = async (status: string) => {
    await page.getByRole("button", { name: "Set the status of the selected specs" }).click();
    await page.getByRole("menuitem", { name: status }).click();
    await expect(page.getByText(`2 specs: ${status}.`)).toBeVisible();
  };
  await choose("In progress");
  await ada.call(updateSpec, { params: firstSpec, body: { status: "DONE" } });
  await expect(page.getByRole("button", { name: "Status of SPEC-1: Done" })).toBeVisible();
  await undo(page).click();
  await expect.poll(statuses).toEqual(["DONE", "TODO"]);
  await expect(page.getByRole("button", { name: "Status of SPEC-2: Todo" })).toBeVisible();

  await ada.call(updateSpec, { params: firstSpec, body: { content: "A first text." } });
  await ada.call(updateSpec, { params: firstSpec, body: { content: "A second text." } });
  await page.goto(`${path}/specs/SPEC-1/versions`);
  await page.getByRole("button", { name: "3 versions, v1–v3" }).click();
  await page.getByRole("list", { name: "Versions" }).getByRole("link").nth(2).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("is current again.")).toBeVisible();
  await expect(page.locator("#main")).toContainText("A first text.");
  await ada.call(updateSpec, { params: firstSpec, body: { content: "A text of somebody else." } });
  await expect(page.locator("#main")).toContainText("A text of somebody else.");
  await undo(page).click();
  await expect(page.getByText("Someone has changed the text since, so it stays as it is.")).toBeVisible();
  await expect(page.locator("#main")).toContainText("A text of somebody else.");
});

test("A second rename while the first is in flight is saved too", async ({ page }) => {
  const { ada, params, path } = await planOf("Called at first");
  const nameNow = async () => (await ada.call(getPlan, { params })).plan.name;
  await page.goto(path);
  const rename = async (name: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await dialogOf(page).getByLabel("Name").fill(name);
    await dialogOf(page).getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  const letGo = await holdBack(page, "PATCH");
  await rename("Called a second thing");
  await rename("Called a third thing");
  expect(await nameNow()).toBe("Called at first");
  letGo();
  await expect.poll(nameNow).toBe("Called a third thing");
  await expect(page.getByText("Renamed to Called a third thing.")).toBeVisible();
});

test("Escape closes an untouched dialog at once, and confirms before discarding input", async ({ page }) => {
  const { path } = await planOf("Described, or not");
  await page.goto(path);
  const describe = async () => {
    await page.getByRole("button", { name: "More actions for this plan" }).click();
    await page.getByRole("menuitem", { name: "Describe…" }).click();
    await expect(words).toBeVisible();
  };
  const words = page.getByRole("textbox", { name: "Description" });
  const question = page.getByRole("dialog", { name: "Close without saving" });
  await describe();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await describe();
  await words.fill("Guests pay without an account.");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(words).toHaveText("Guests pay without an account.");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard it" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  // A request in flight may still be refused.
  const letGo = await holdBack(page, "PATCH");
  await describe();
  await words.fill("Guests pay without an account.");
  await dialogOf(page)
    .getByRole("button", { name: /^(Save|Describe)/ })
    .press("Enter");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  letGo();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("The workspace can't be switched during an upload, which completes", async ({ page }) => {
  const { path } = await planOf("Sent in time");
  await page.goto(`${path}/context`);
  const letGo = await holdBack(page, "POST");
  await page.getByLabel("Files to upload").setInputFiles({
    name: "notes.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Notes\n\nWhat guests said.\n"),
  });
  await expect(page.getByText("1 of 1 to send")).toBeVisible();
  await page.getByRole("button", { name: /switch workspace/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "second" }).click();
  await expect(page.getByText("Files are still uploading. Switch when they are done.")).toBeVisible();
  letGo();
  await expect(page.getByText("All files are uploaded.")).toBeVisible();
});

test("The browser's Back asks before discarding a dialog's input", async ({ page }) => {
  const { path, plan } = await planOf("Described halfway");
  await page.goto("/projects");
  await page.goto(path);
  const words = dialogOf(page).getByLabel("Description");
  await page.getByRole("link", { name: "Board" }).click();
  await page.getByRole("link", { name: "Specs", exact: true }).click();
  await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Describe…" }));
  await words.fill("Half of what it is about");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving" });
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(question).toHaveCount(0);
  await expect(words).toHaveText("Half of what it is about");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).press("Enter");
  await expect(page).toHaveURL(/\/board$/);
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: plan.name })).toBeVisible();
});

test("Navigation asks before discarding a form's input", async ({ page }) => {
  const question = page.getByRole("dialog", { name: "Leave without saving" });
  const home = page.getByRole("link", { name: "Home" });
  for (const [path, label] of [
    ["/settings/profile", "Name"],
    ["/settings/workspace", "Slug"],
  ] as const) {
    await page.goto(path);
    const field = page.getByRole("textbox", { name: label, exact: true });
    await field.fill("half-typed");
    await home.click();
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(field).toHaveValue("half-typed");
    await home.click();
    await question.getByRole("button", { name: "Leave" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  }
});

test("Leaving a page with two unsaved forms asks once", async ({ page }) => {
  await page.goto("/settings/profile");
  for (const label of ["Name", "Password"])
    await page.getByRole("textbox", { name: label, exact: true }).fill("half-typed");
  const home = page.getByRole("link", { name: "Home" });
  const question = page.getByRole("dialog", { name: "Leave without saving" });
  await home.click();
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(question).toHaveCount(0);
  await home.click();
  await question.getByRole("button", { name: "Leave" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
});

test("A reload asks before discarding a draft comment", async ({ page }) => {
  const { path } = await specOf("Asked before it goes");
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("m");
  const comment = page.getByRole("textbox", { name: "Comment on the whole text" });
  await comment.fill("Half a comment");
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked++;
    void dialog.dismiss();
  });
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await expect.poll(() => asked).toBe(1);
  await expect(comment).toHaveValue("Half a comment");
});
