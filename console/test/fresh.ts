import type { Browser, Page } from "@playwright/test";
import { type Service, startService } from "./service.ts";
import { test as base, expect, watch } from "./watched.ts";

interface Fresh extends Service {
  /** Opens a watched page in its own context, which may also visit these origins. */
  open(...others: string[]): Promise<Page>;
}

/** Long tests on their own empty service. */
export const test = base.extend<{ fresh: Fresh }>({
  fresh: async ({ browser }, use, info) => {
    info.setTimeout(300_000);
    const fresh = await openFresh(browser);
    await use(fresh);
    await fresh.end();
  },
});

/** Its end fails if a page misbehaved. */
export async function openFresh(browser: Browser, settings: Record<string, string> = {}): Promise<Fresh> {
  const service = await startService(settings);
  const opened: { page: Page; wrong: string[] }[] = [];
  return {
    ...service,
    open: async (...others) => {
      const one = await openIn(browser, service.url, others);
      opened.push(one);
      return one.page;
    },
    end: async () => {
      for (const { page } of opened) await page.context().close();
      await service.end();
      expect(opened.flatMap(({ wrong }) => wrong)).toEqual([]);
    },
  };
}

async function openIn(
  browser: Browser,
  baseURL: string,
  others: string[],
): Promise<{ page: Page; wrong: string[] }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  return { page, wrong: await watch(page, baseURL, ...others) };
}

/** Toasts have the same role. */
export const dialogOf = (page: Page) => page.locator('[role="dialog"]:not([aria-modal="false"])');

/** The password of all users. */
export const password = "correct horse battery";

/** Sets up a workspace as Ada. */
export async function setUp(page: Page, fresh: Fresh): Promise<void> {
  await page.goto(fresh.setUpLink);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@acme.example");
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Workspace").fill("Acme");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
}

/** Creates a key of Ada's that may write. */
export async function createKey(fresh: Fresh): Promise<string> {
  const key = ["key", "create", "--email", "ada@acme.example", "--workspace", "acme"];
  return (await fresh.admin(...key, "--scope", "write", "--name", "tests")).secret ?? "";
}

export async function signIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(word);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export { expect };
