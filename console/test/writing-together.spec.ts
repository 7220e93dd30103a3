import { updateSpec } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { ApiError } from "../../client/src/errors.ts";
import { edit, editorOf, saved, specOf } from "./specs.ts";
import { expect, pageOf, soon, test } from "./watched.ts";

/** Milliseconds of writing: ten minutes in the long tests. */
const lasts = process.env.LONG ? 600_000 : 15_000;
const between = (least: number, most: number) => least + Math.random() * (most - least);

/** A person who types in a paragraph of their own. */
class Writer {
  readonly page: Page;
  readonly mark: string;
  readonly words: string[] = [];
  constructor(page: Page, mark: string) {
    this.page = page;
    this.mark = mark;
  }
  async begin(path: string, paragraph: number): Promise<void> {
    await edit(this.page, path);
    await this.page.keyboard.press("ControlOrMeta+Home");
    for (let line = 0; line < 2 * paragraph; line++) await this.page.keyboard.press("ArrowDown");
    await this.page.keyboard.press("End");
  }
  async write(until: number, textNow: () => Promise<string>): Promise<void> {
    for (let turn = 1; Date.now() < until; turn++) {
      const word = `${this.mark}${this.words.length};`;
      await this.page.keyboard.type(` ${word}`, { delay: 15 });
      this.words.push(word);
      await this.page.waitForTimeout(between(30, 300));
      if (turn % 10 !== 0) continue;
      // What is called saved is on the server.
      await expect(saved(this.page)).toBeVisible(soon);
      const text = await textNow();
      expect(this.words.filter((one) => !text.includes(one))).toEqual([]);
    }
  }
  /** Cuts the connection now and then. */
  async roam(until: number): Promise<void> {
    while (Date.now() < until) {
      await this.page.waitForTimeout(between(1500, 5000));
      await this.page.context().setOffline(true);
      await this.page.waitForTimeout(between(300, 3000));
      await this.page.context().setOffline(false);
    }
  }
  /** Returns the editor's text as it is copied: a long line is never shown whole. */
  text = async (): Promise<string> => {
    const copied = this.page.evaluate(
      () =>
        new Promise<string>((resolve) =>
          document.addEventListener(
            "copy",
            ({ clipboardData }) => resolve(clipboardData?.getData("text/plain") ?? ""),
            { once: true },
          ),
        ),
    );
    await editorOf(this.page).press("ControlOrMeta+a");
    await this.page.keyboard.press("ControlOrMeta+c");
    return copied;
  };
}

test("Two people and an agent write in one spec while their connections come and go, and no word is lost", {
  tag: "@both",
}, async ({ page, browser }) => {
  test.setTimeout(lasts + 120_000);
  const { ada: agent, path, params, now, textNow } = await specOf("Together", "Ada\n\nGrace\n\nAgent");
  const ada = new Writer(page, "a");
  const grace = new Writer(await pageOf(browser, "grace"), "g");
  await ada.begin(path, 0);
  await grace.begin(path, 1);
  const until = Date.now() + lasts;
  const programs: string[] = [];
  const program = async () => {
    while (Date.now() < until) {
      const { content, revision } = await now();
      const word = `p${programs.length};`;
      const body = { content: content.replace(/^Agent.*$/m, (line) => `${line} ${word}`) };
      try {
        await agent.call(updateSpec, { params, body }, { headers: { "if-match": `"${revision}"` } });
        programs.push(word);
      } catch (error) {
        if (!(error instanceof ApiError) || ![409, 412].includes(error.status)) throw error;
      }
      await page.waitForTimeout(between(100, 600));
    }
  };
  await Promise.all([
    ada.write(until, textNow),
    grace.write(until, textNow),
    ada.roam(until),
    grace.roam(until),
    program(),
  ]);
  for (const { page: one } of [ada, grace]) await expect(saved(one)).toBeVisible({ timeout: 60_000 });
  const text = await textNow();
  const all = [...ada.words, ...grace.words, ...programs];
  expect(text.match(/[agp]\d+;/g)?.toSorted()).toEqual(all.toSorted());
  const inOrder = (words: readonly string[]) => expect(text).toContain(words.join(" "));
  for (const words of [ada.words, grace.words, programs]) inOrder(words);
  for (const writer of [ada, grace])
    await expect.poll(async () => (await writer.text()) === text, soon).toBe(true);
  expect(programs.length).toBeGreaterThan(3);
});
