import AxeBuilder from "@axe-core/playwright";
import { type Browser, test as base, expect, type Page, type Request } from "@playwright/test";
import { world } from "./world.ts";

interface Fixtures {
  /** A page of a person who is signed in. */
  page: Page;
  /** The theme that the system asks for. */
  theme: "light" | "dark";
  /** The person; null before sign-in. */
  person: "ada" | "grace" | null;
}

/** This is what further pages of a test did wrong. */
const watched: string[][] = [];

/**
 * Tests whose page is watched: it may ask no other host, violate no policy, and throw nothing. The policy is told by
 * the browser's own event.
 */
export const test = base.extend<Fixtures>({
  theme: ["light", { option: true }],
  person: ["ada", { option: true }],
  page: async ({ browser, theme, person }, use) => {
    const { url, password, ...people } = world();
    const context = await browser.newContext({ colorScheme: theme, baseURL: url });
    const page = await context.newPage();
    const wrong = await watch(page, url);
    if (person) await signInTo(page, people[person], password, url);
    await use(page);
    await context.close();
    expect(wrong).toEqual([]);
    expect(watched.splice(0).flat()).toEqual([]);
  },
});

/** The requests that are under way, by page; the stream of events is open for as long as the page. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Waits until a page has asked nothing for a while. */
export async function settled(page: Page): Promise<void> {
  const open = underWay.get(page) ?? new Set();
  for (let quiet = 0; quiet < 5; quiet = open.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(100);
}

function count(page: Page): void {
  const open = new Set<Request>();
  underWay.set(page, open);
  page.on("request", (request) => request.url().endsWith("/v1/events") || open.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => open.delete(request));
}

const violated = "The policy is violated:";

/**
 * Returns the list to which everything is added that the page does wrong from now on. It may ask the service, and
 * others that it is led to, such as an app.
 */
export async function watch(page: Page, url: string, ...others: string[]): Promise<string[]> {
  const wrong: string[] = [];
  count(page);
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (![url, ...others].includes(origin) && protocol !== "data:")
      wrong.push(`another host: ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`thrown: ${error.message}`));
  await page.addInitScript((prefix) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      console.info(prefix, violatedDirective, blockedURI, sample),
    );
  }, violated);
  page.on("console", (message) => {
    if (message.text().startsWith(violated)) wrong.push(message.text());
  });
  return wrong;
}

/** Signs a person in in a browser of their own, and returns a page of it; it is watched like any other. */
export async function pageOf(browser: Browser, person: "ada" | "grace"): Promise<Page> {
  const { url, password, ...people } = world();
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  watched.push(await watch(page, url));
  await signInTo(page, people[person], password, url);
  return page;
}

async function signInTo(page: Page, email: string, password: string, url: string): Promise<void> {
  const answer = await page.context().request.post("/console/sign-in", {
    data: { email, password },
    headers: { origin: url },
  });
  expect(answer.ok()).toBe(true);
}

/** Checks what axe finds wrong with a page, and that nothing of it can be scrolled sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expectNone(await new AxeBuilder({ page }).analyze());
  await expectNothingSideways(page);
}

/** Checks the same in both themes. */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expectNone(await new AxeBuilder({ page }).analyze());
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
}

/** Checks that nothing of a page can be scrolled sideways. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
}

function expectNone({ violations }: Awaited<ReturnType<AxeBuilder["analyze"]>>): void {
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
}

export { expect };
