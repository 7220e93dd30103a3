import { createThread } from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { isThere, refuse, refuseEach, refuseTyped } from "./refusals.ts";
import { select, specOf } from "./talked-about.ts";
import { expect, test } from "./watched.ts";
import { programOf } from "./world.ts";

test("Whatever the error, a refused comment or suggestion keeps its input at its words", async ({ page }) => {
  const { path, threads } = await specOf("Refused to be talked about");
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  const main = page.locator("#main");
  await select(page, "stays open");
  await page.keyboard.press("Control+Alt+m");
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  await comment.fill("For how long?");
  await refuseTyped(page, main, comment, "Comment");
  await expect(page.locator("mark")).toHaveText("stays open");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("m");
  const whole = page.getByRole("textbox", { name: "Comment on the whole text" });
  await whole.fill("All of it is good.");
  await refuseTyped(page, page.getByRole("region", { name: "Conversation" }), whole, "Comment");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  expect(await threads()).toEqual([]);

  await select(page, "sold out");
  await page.getByRole("button", { name: "Suggest" }).click();
  const instead = page.getByLabel("Replace the selected text with");
  await instead.fill("not there any more");
  await page.getByLabel("Why").fill("It may come back.");
  await refuseTyped(page, main, instead, "Suggest");
  await expect(page.getByLabel("Why")).toHaveValue("It may come back.");
  await expect(page.locator("#main ins")).toHaveCount(0);
});

test("Whatever the error, a refused reply or deletion of a comment changes nothing", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { path, document, threads } = await specOf("Refused to be answered");
  const params = { documentId: document.id };
  const body = { body: "Is it said?" };
  const { thread } = await programOf("ada").call(createThread, { params, body });
  await page.clock.install();
  await page.goto(`${path}?thread=${thread.id}`);
  const card = page.getByRole("article").filter({ hasText: "Is it said?" });
  await card.getByRole("button", { name: "Reply" }).press("Enter");
  const reply = page.getByRole("textbox", { name: "Reply" });
  await reply.fill("It is.");
  await refuseTyped(page, card, reply, "Reply");
  await card.getByRole("button", { name: "Cancel" }).press("Enter");

  const remove = async () => {
    await page.getByRole("button", { name: "More actions for the comment by Ada" }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Delete" }));
    await expect(card).toHaveCount(0);
    await page.clock.runFor(11_000);
  };
  await refuse(page, remove, isThere(card));
  expect((await threads()).map(({ commentCount }) => commentCount)).toEqual([1]);
});

test("Whatever the error, a refused Undo changes nothing, and can be retried if that may help", async ({
  page,
}) => {
  const { path, document, threads } = await specOf("Refused to be undone");
  const params = { documentId: document.id };
  const body = { body: "Version 0" };
  const { thread } = await programOf("ada").call(createThread, { params, body });
  await page.goto(`${path}?thread=${thread.id}`);
  const said = async () => (await threads())[0]?.comments[0]?.body;
  const retry = page.getByRole("button", { name: "Retry" });
  let version = 0;
  await refuseEach(page, async (message) => {
    await page.route("**/comments/*", (route) => route.continue(), { times: 1 });
    await page.getByRole("button", { name: "More actions for the comment by Ada" }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Edit" }));
    const change = page.getByRole("textbox", { name: "Edit the comment" });
    await change.fill(`Version ${++version}`);
    await change.press("Control+Enter");
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    const refused = page.getByText(message);
    await expect(refused).toBeVisible();
    await expect(page.getByRole("article").getByText(`Version ${version}`)).toBeVisible();
    expect(await said()).toBe(`Version ${version}`);
    await expect(retry).toHaveCount(/with 40[34]/.test(message) ? 0 : 1);
    if (version < 6) await page.getByLabel("Dismiss").press("Enter");
    await expect(refused).toHaveCount(version < 6 ? 0 : 1);
  });
  await retry.press("Enter");
  await expect(page.getByRole("article").getByText("Version 5")).toBeVisible();
  await expect.poll(said).toBe("Version 5");
});
