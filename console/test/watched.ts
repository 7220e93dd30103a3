import { type Browser, expect, type Page, type Request } from "@playwright/test";
import { test as base, world } from "./world.ts";

interface Fixtures {
  /** A signed-in user's page. */
  page: Page;
  /** The user; null before sign-in. */
  person: "ada" | "grace" | null;
}

/** Of further pages. */
const watched: string[][] = [];

/** The page must contact no other host, violate no policy, and throw nothing. */
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
    // Many sessions would make the profile a long page.
    await page
      .context()
      .request.post("/console/sign-out", { data: {}, headers: { origin: url }, maxRetries });
  },
});

/** For events on a busy machine; these pages poll once a minute. */
export const soon = { timeout: 20_000 };

/** After a reset: the tests share idle connections, and the service may close one as it is reused. */
const maxRetries = 1;

/** By page. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Waits until requests have settled, at most a minute. */
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

/** Returns a growing list of violations. The service and these origins are allowed. */
export async function watch(page: Page, url: string, ...others: string[]): Promise<string[]> {
  const wrong: string[] = [];
  await look(page, wrong, [url, ...others]);
  return wrong;
}

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
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sample, target }) => {
        const element = target instanceof Element ? target : null;
        // Chromium's own editing tries to keep a deleted word's style; the editor draws the line again.
        if (violatedDirective === "style-src-attr" && element?.closest(".cm-content")) return;
        console.info(prefix, violatedDirective, blockedURI, sample, element?.outerHTML.slice(0, 200) ?? "");
      },
    );
  }, violated);
}

/** Returns a watched page in a separate browser context. */
export async function pageOf(browser: Browser, person: "ada" | "grace"): Promise<Page> {
  const page = await unwatchedPageOf(browser, person);
  watched.push(await watch(page, world().url));
  return page;
}

/** The same for tests of the policy itself, which blocks what they try. */
export async function unwatchedPageOf(browser: Browser, person: "ada" | "grace"): Promise<Page> {
  const { url, password, ...people } = world();
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signInTo(page, people[person], password, url);
  return page;
}

async function signInTo(page: Page, email: string, password: string, url: string): Promise<void> {
  const answer = await page.context().request.post("/console/sign-in", {
    data: { email, password },
    headers: { origin: url },
    maxRetries,
  });
  expect(answer.ok()).toBe(true);
}

export {
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
} from "./accessible.ts";
export { expect };
