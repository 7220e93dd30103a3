import { type Browser, expect, type Page, type Request } from "@playwright/test";
import { test as base, world } from "./world.ts";

interface Fixtures {
  /** A page of a person who is signed in. */
  page: Page;
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
  person: ["ada", { option: true }],
  baseURL: ({ worldOfProject }, use) => use(worldOfProject.url),
  page: async ({ page, person }, use) => {
    const { url, password, ...people } = world();
    const wrong = await watch(page, url);
    if (person) await signInTo(page, people[person], password, url);
    // Further tabs are watched like the first.
    const watchTab = (tab: Page) => void look(tab, wrong, [url]);
    page.context().on("page", watchTab);
    await use(page);
    page.context().off("page", watchTab);
    expect(wrong).toEqual([]);
    expect(watched.splice(0).flat()).toEqual([]);
    // A hundred sessions of a person would make their profile a long room.
    await page.context().request.post("/console/sign-out", { data: {}, headers: { origin: url } });
  },
});

/** By then an event has brought what changed, also on a busy machine; these rooms ask by themselves once a minute. */
export const soon = { timeout: 20_000 };

/** The requests that are under way, by page; the stream of events is open for as long as the page. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Waits until a page has asked nothing for a while; throws where that does not come within a minute. */
export async function settled(page: Page): Promise<void> {
  const open = underWay.get(page) ?? new Set();
  const end = Date.now() + 60_000;
  for (let quiet = 0; quiet < 3; quiet = open.size === 0 ? quiet + 1 : 0) {
    await page.waitForTimeout(100);
    if (Date.now() > end)
      throw new Error(
        `The page does not come to rest; under way is: ${[...open].map((one) => `${one.method()} ${one.url()}`)}`,
      );
  }
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
  await look(page, wrong, [url, ...others]);
  return wrong;
}

/** Adds to a list what a page does wrong; it may ask these origins. */
async function look(page: Page, wrong: string[], origins: readonly string[]): Promise<void> {
  count(page);
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!origins.includes(origin) && protocol !== "data:") wrong.push(`another host: ${request.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (message.text().startsWith(violated)) wrong.push(message.text());
  });
  await page.addInitScript((prefix) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      console.info(prefix, violatedDirective, blockedURI, sample),
    );
  }, violated);
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

export {
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
} from "./accessible.ts";
export { expect };
