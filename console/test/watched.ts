import { type Browser, expect, type Page, type Request } from "@playwright/test";
import { test as base, world } from "./world.ts";

interface Fixtures {
  /** A signed-in user's page. */
  page: Page;
  /** The user; null before sign-in. */
  person: "ada" | "grace" | null;
}

/** The violations of a test's further pages. */
const watched: string[][] = [];

/**
 * Tests whose page is watched: it must contact no other host, violate no policy, and throw nothing. Policy
 * violations come from the browser's own event.
 */
export const test = base.extend<Fixtures>({
  person: ["ada", { option: true }],
  baseURL: ({ worldOfProject }, use) => use(worldOfProject.url),
  page: async ({ page, person }, use) => {
    const { url, password, ...people } = world();
    const wrong = await watch(page, url);
    if (person) await signInTo(page, people[person], password, url);
    const watchTab = (tab: Page) => void look(tab, wrong, [url]);
    page.context().on("page", watchTab);
    await use(page);
    page.context().off("page", watchTab);
    expect(wrong).toEqual([]);
    expect(watched.splice(0).flat()).toEqual([]);
    // A hundred sessions would make the user's profile a long page.
    await page.context().request.post("/console/sign-out", { data: {}, headers: { origin: url } });
  },
});

/** Time for an event to arrive, even on a busy machine; these pages poll only once a minute. */
export const soon = { timeout: 20_000 };

/** The requests in flight by page; the event stream stays open. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Waits until a page's requests have settled; throws after a minute. */
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
 * Returns the list of a page's violations from now on. Allows the service and further origins, such as an
 * app's.
 */
export async function watch(page: Page, url: string, ...others: string[]): Promise<string[]> {
  const wrong: string[] = [];
  await look(page, wrong, [url, ...others]);
  return wrong;
}

/** Records a page's violations; these origins are allowed. */
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

/** Signs a user in in a separate browser context and returns a watched page. */
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
