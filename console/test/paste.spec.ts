import type { Locator, Page } from "@playwright/test";
import { png } from "../../server/test/pictures.ts";
import { specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled, test } from "./watched.ts";

/** Pastes as a program would put it onto the clipboard. */
const paste = (box: Locator, types: Record<string, string>) =>
  box.evaluate((target, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, types);

const editorOf = (page: Page) => page.getByRole("textbox", { name: "Text" });
const saved = (page: Page) => page.getByText("Saved", { exact: true });

async function edit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Edit/ }).click();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
}

const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Fees</span></h2><ul><li dir="ltr"><p><span style="font-weight:700">Visa</span></p></li><li><p><span>Debit</span></p></li></ul></b>`;

test("A paste from another program becomes Markdown, in one step that undo takes back", {
  tag: "@both",
}, async ({ page }) => {
  const { path, textNow } = await specOf("Pasted into", "Words.\n\n```\ncode \n```\n\nLast");
  await edit(page, path);
  await page.keyboard.type(" line");
  await paste(editorOf(page), { "text/html": docs, "text/plain": "Fees\nVisa\nDebit" });
  await expect(editorOf(page)).toContainText("Fees");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.keyboard.type("!");
  const before = "Words.\n\n```\ncode \n```\n\nLast line";
  await expect.poll(textNow).toBe(`${before}\n\n## Fees\n\n- **Visa**\n- Debit!`);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(textNow).toBe(before);

  // Plain: with Shift, what VS Code copies, and into code.
  await editorOf(page).dispatchEvent("keydown", { key: "V", ctrlKey: true, shiftKey: true });
  await paste(editorOf(page), { "text/html": docs, "text/plain": "; Fees" });
  await paste(editorOf(page), { "text/html": docs, "text/plain": "; code", "vscode-editor-data": "{}" });
  await expect.poll(textNow).toBe(`${before}; Fees; code`);
  await editorOf(page).getByText("code", { exact: true }).click();
  await page.keyboard.press("End");
  await paste(editorOf(page), { "text/html": docs, "text/plain": "Fees" });
  await expect.poll(textNow).toContain("```\ncode Fees\n```");
  await expect(saved(page)).toBeVisible();
});

test("Pictures within a paste are uploaded, and hostile markup runs nothing and asks no other host", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Pasted from anywhere", "Words.");
  await edit(page, path);
  const hostile = `<h3>Title</h3><img src="x" onerror="window.hit = 1"><script>window.hit = 2</script><svg onload="window.hit = 3"></svg><iframe srcdoc="<script>parent.hit = 4</script>"></iframe><p>See <img src="https://example.com/a.png" alt="a chart"> <a href="javascript:window.hit = 5">here</a></p><link rel="stylesheet" href="https://example.com/a.css"><style>@import "https://example.com/b.css"</style>`;
  await paste(editorOf(page), { "text/html": hostile, "text/plain": "Title" });
  await expect.poll(textNow).toBe("Words.\n\n### Title\n\nSee [a chart](https://example.com/a.png) here");
  await paste(editorOf(page), {
    "text/html": `<p><b>Ours</b> <img alt="Two dots" src="data:image/png;base64,${png(4, 4).toString("base64")}"> end</p>`,
    "text/plain": "Ours end",
  });
  await expect.poll(textNow).toMatch(/here\*\*Ours\*\* !\[Two dots\]\(\/v1\/files\/[0-9a-f-]{36}\) end$/);
  await settled(page);
  expect(await page.evaluate(() => "hit" in globalThis)).toBe(false);
});

test("A paste into a comment becomes Markdown, too", async ({ page }) => {
  const { path, threads } = await specOf("Pasted into a comment");
  await page.goto(path);
  const conversation = page.getByRole("region", { name: "Conversation" });
  await conversation.getByRole("button", { name: "Comment", exact: true }).click();
  const box = page.getByRole("textbox", { name: "Comment on the whole text" });
  await box.fill("So: ");
  await paste(box, { "text/html": docs, "text/plain": "Fees" });
  await expect(box).toHaveValue("So: \n\n## Fees\n\n- **Visa**\n- Debit");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(box).toHaveValue("So: ");
  await paste(box, { "text/html": "<p>a <i>word</i></p>", "text/plain": "a word" });
  await expect(box).toHaveValue("So: a *word*");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect.poll(async () => (await threads())[0]?.comments[0]?.body).toBe("So: a *word*");
});
