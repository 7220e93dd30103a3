import {
  createApiKey,
  createSuggestion,
  createThread,
  listMembers,
  listSpecVersions,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { createClient } from "../../client/src/index.ts";
import { select, specOf, text } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, settled, test } from "./watched.ts";
import { programOf, world } from "./world.ts";

const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const cards = (page: Page) => conversation(page).getByRole("article");
const marked = (page: Page) => page.locator("mark").allTextContents();

test("10: A comment on words is a highlight and a card, and follows its words when text is inserted above", async ({
  page,
  browser,
}) => {
  const { path, write, threads, params } = await specOf("Commented at a range");
  await page.goto(path);
  await expect(conversation(page)).toBeVisible();
  await select(page, "order stays open for");
  await page.keyboard.press("Control+Alt+m");
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await expect(box).toBeFocused();
  await expect(page.locator("mark")).toHaveText(["order ", "stays open", " for"]);
  await expectAccessibleByDayAndNight(page);
  // Mentioning oneself creates no inbox item.
  await page.keyboard.type("Ask @Ad");
  const offer = page.getByRole("option", { name: "Ada" });
  await expect(offer).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("about *this*.");
  await page.keyboard.press("Control+Enter");
  await expect(cards(page)).toContainText("Ask @Ada about this.");
  await expect(cards(page)).toContainText("Ada");
  await expect(page).toHaveURL(/thread=/);
  await expect(page.locator("[data-row]:focus")).toHaveCount(1);
  await expect(box).toHaveCount(0);
  const [thread] = await threads();
  expect(thread?.anchor?.exact).toBe("order **stays open** for");
  const { members } = await programOf("ada").call(listMembers, {});
  expect(thread?.comments[0]?.mentions).toEqual([members.find(({ name }) => name === "Ada")?.userId]);
  await expectAccessibleByDayAndNight(page);

  await write(`A paragraph that somebody wrote above.\n\n${text}`);
  await expect(page.getByText("A paragraph that somebody wrote above.")).toBeVisible();
  await expect.poll(() => marked(page)).toEqual(["order ", "stays open", " for"]);

  const other = await pageOf(browser, "grace");
  await other.goto(page.url());
  await expect(cards(other)).toContainText("about this.");
  await conversation(page).getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("It is a day.");
  await conversation(page).getByRole("button", { name: "Reply", exact: true }).click();
  await expect(cards(page)).toContainText("It is a day.");
  await expect(cards(other)).toContainText("It is a day.");
  await other.context().close();

  await page.getByRole("button", { name: "More actions for the comment by Ada" }).first().click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit the comment" }).fill("Ask @Ada again.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(cards(page)).toContainText("Ask @Ada again.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cards(page)).toContainText("about this.");
  await expect.poll(async () => (await threads())[0]?.comments[0]?.mentions).toHaveLength(1);

  await conversation(page).getByRole("button", { name: "Resolve" }).click();
  await expect(conversation(page).getByRole("button", { name: "Hide 1 resolved or decided" })).toBeVisible();
  await expect.poll(async () => (await threads())[0]?.state).toBe("resolved");
  await conversation(page).getByRole("button", { name: "Reopen" }).click();
  await expect(conversation(page).getByRole("button", { name: "Resolve" })).toBeVisible();

  for (const [shown, source] of [
    ["*without* an account & pay", "\\*without\\* an account &amp; pay"],
    ["sold out THEN the\ncart says", "sold out THEN the\n   cart says"],
    ["cart is a list", "cart is a list"],
  ] as const) {
    await select(page, shown);
    await page.getByRole("button", { name: "Comment m" }).click();
    await page.getByRole("textbox", { name: "Comment", exact: true }).fill(`About ${shown}`);
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await threads()).map(({ anchor }) => anchor?.exact)).toContain(source);
  }
  await expect(cards(page)).toHaveCount(4);
  // Undo messages cover the last card.
  const messages = page.getByLabel("Dismiss");
  await expect(async () => {
    if ((await messages.count()) > 0) await messages.first().click({ timeout: 1_000 });
    expect(await messages.count()).toBe(0);
  }).toPass();

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("m");
  await page.getByRole("textbox", { name: "Comment on the whole text" }).fill("All of it is good.");
  await conversation(page).getByRole("button", { name: "Comment", exact: true }).click();
  await expect(cards(page)).toHaveCount(5);
  await page.getByRole("button", { name: "More actions for the comment by Ada" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(cards(page)).toHaveCount(5);
  await page.getByRole("button", { name: "More actions for the comment by Ada" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(cards(page)).toHaveCount(4);
  await expect
    .poll(async () => (await threads()).filter(({ commentCount }) => commentCount > 0).length, {
      timeout: 20_000,
    })
    .toBe(4);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(conversation(page)).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  expect(params.specShortId).toBe("SPEC-1");
});

test("12: A comment whose words are gone is Unanchored, and quotes the original words", async ({ page }) => {
  const { path, write, document } = await specOf("Orphaned here");
  await programOf("ada").call(createThread, {
    params: { documentId: document.id },
    body: { body: "Why a day?", anchor: { exact: "for a day" } },
  });
  await page.goto(path);
  await expect(page.locator("mark")).toHaveText("for a day");
  await write("Guests buy.\n");
  const gone = page.getByRole("region", { name: "Unanchored" });
  await expect(gone.getByRole("article")).toContainText("Why a day?");
  await expect(gone.locator("blockquote")).toHaveText("for a day");
  await expect(page.locator("mark")).toHaveCount(0);
  await expectAccessibleByDayAndNight(page);
  await page.reload();
  await expect(gone.getByRole("article")).toContainText("Why a day?");
});

test("26: The address of a comment opens it for a second user", async ({ page, browser }) => {
  const lines = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} stands above.`).join("\n\n");
  const { path, document, threads } = await specOf("Linked to", `${lines}\n\n${text}`);
  const ada = programOf("ada");
  const paths = { params: { documentId: document.id } };
  await ada.call(createThread, { ...paths, body: { body: "Another one", anchor: { exact: "account" } } });
  const { thread } = await ada.call(createThread, {
    ...paths,
    body: { body: "Is a day enough?", anchor: { exact: "for a day" } },
  });
  await page.goto(path);
  await page.locator("mark", { hasText: "for a day" }).click();
  await expect(page).toHaveURL(new RegExp(`thread=${thread.id}`));
  await conversation(page).getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("Two are.");
  await page.keyboard.press("Control+Enter");
  await expect(cards(page).filter({ hasText: "Two are." })).toBeVisible();
  const reply = (await threads()).find(({ id }) => id === thread.id)?.comments[1];
  const link = page.locator(`#comment-${reply?.id} a`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`comment=${reply?.id}`));

  const other = await pageOf(browser, "grace");
  await other.goto(page.url());
  const active = other.locator("article[aria-current]");
  await expect(active).toContainText("Two are.");
  await expect(other.locator("mark[data-active]")).toHaveText("for a day");
  await expect(other.locator("mark[data-active]")).toBeInViewport();
  await settled(other);
  await other.context().close();
});

/** Returns a client with its own key. */
async function agentOf(name: string) {
  const { secret } = await programOf("ada").call(createApiKey, { body: { name, scope: "write" } });
  return createClient({ url: world().url, apiKey: secret });
}

test("11: A suggestion is shown as a diff; accepting creates a version, rejecting keeps the text", async ({
  page,
  browser,
}) => {
  const { path, params, document, textNow } = await specOf("Suggested to");
  const scout = await agentOf("Scout");
  const offer = (words: string, replacement: string) => {
    const start = text.indexOf(words);
    const hunks = [{ start, end: start + words.length, replacement }];
    const body = { baseRevision: document.revision, hunks, message: `Not ${words}` };
    return scout.call(createSuggestion, { params: { documentId: document.id }, body });
  };
  await offer("a day", "two days");
  await page.goto(path);
  const card = cards(page).filter({ hasText: "Not a day" });
  await expect(card).toContainText("Scout for Ada suggests");
  await expect(page.locator("#main del")).toHaveText("a day");
  await expect(page.locator("#main ins")).toHaveText("two days");
  await expect(card.locator("ins").first()).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const { versions: before } = await scout.call(listSpecVersions, { params });
  await page.keyboard.press("a");
  await expect(page.getByText("stays open for two days")).toBeVisible();
  expect(await textNow()).toBe(text.replace("a day", "two days"));
  const { versions } = await scout.call(listSpecVersions, { params });
  expect(versions).toHaveLength(before.length + 1);
  expect(versions[0]).toMatchObject({ actor: "Ada", credential: { name: "Console" } });
  await expect(page.locator("#main ins")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(textNow).toBe(text);

  await offer("sold out", "gone");
  await expect(page.locator("#main ins")).toHaveText("gone");
  await page.keyboard.press("r");
  await expect(page.locator("#main ins")).toHaveCount(0);
  await expect(page.getByText("The suggestion is rejected. The text is unchanged.")).toBeVisible();
  expect(await textNow()).toBe(text);

  const other = await pageOf(browser, "grace");
  await other.goto(path);
  await select(other, "sold out");
  await other.getByRole("button", { name: "Suggest" }).click();
  await other.getByLabel("Replace the selected text with").fill("not there any more");
  await expect(other.locator("mark")).toHaveText(["sold out"]);
  await other.keyboard.press("Escape");
  await expect(other.locator("mark")).toHaveCount(0);
  await select(other, "sold out");
  await other.getByRole("button", { name: "Suggest" }).click();
  await expect(other.getByLabel("Replace the selected text with")).toHaveValue("not there any more");
  await other.getByLabel("Why").fill("It may come back.");
  await expectAccessibleByDayAndNight(other);
  await other.getByRole("button", { name: "Suggest", exact: true }).click();
  await expect(other.locator("#main ins")).toHaveText("not there any more");
  await expect(cards(page).filter({ hasText: "It may come back." })).toContainText("Grace suggests");
  await other.context().close();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
});

test("The comment box is fully visible, even for words at the bottom of the window", async ({ page }) => {
  const many = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of a long text.`).join("\n\n");
  const { path } = await specOf("Commented far below", many);
  await page.goto(path);
  await expect(conversation(page)).toBeVisible();
  const words = page.getByText("Paragraph 40 of a long text.");
  await words.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await select(page, "Paragraph 40");
  await page.keyboard.press("Control+Alt+m");
  const box = page.getByRole("region", { name: "Comment on the selected text" });
  await expect(box).toBeInViewport({ ratio: 1 });
});
