import { type Browser, type BrowserContext, chromium } from "@playwright/test";

/** How long a page took until it was seen and could be used, in milliseconds, and the bytes that it loaded. */
export interface Seen {
  /** The time of the largest contentful paint. */
  largest: number;
  /** The time for which tasks held the page beyond 50 ms each, from the first paint until it rested. */
  blocked: number;
  /** The bytes of scripts and styles as they were sent. */
  bytes: number;
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Starts the browser that the tests use. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

/** Signs a person in, and returns what the browser then holds for them. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  password: string,
): Promise<State> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Opens an address in a browser that has nothing of it, on the phone that Lighthouse takes for slow: a quarter of this
 * machine's speed, 150 ms to the service and back, 1.6 Mbit/s.
 */
export async function see(browser: Browser, address: string, storageState?: State): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    ...(storageState ? { storageState } : {}),
  });
  try {
    const page = await context.newPage();
    const phone = await context.newCDPSession(page);
    await phone.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const throughput = (1.6 * 1024 * 1024) / 8;
    await phone.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput },
    });
    await page.addInitScript(watch);
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
    await page.waitForTimeout(3_000);
    return await page.evaluate(() => (globalThis as unknown as { seen: () => Seen }).seen());
  } finally {
    await context.close();
  }
}

/** Watches a page from its beginning; it runs in the page. */
function watch(): void {
  let [largest, first] = [0, Number.POSITIVE_INFINITY];
  const tasks: PerformanceEntry[] = [];
  const observe = (
    type: "largest-contentful-paint" | "paint" | "longtask",
    take: (entry: PerformanceEntry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type: type as never,
      buffered: true,
    });
  observe("largest-contentful-paint", ({ startTime }) => {
    largest = startTime;
  });
  observe("paint", ({ startTime }) => {
    first = Math.min(first, startTime);
  });
  observe("longtask", (entry) => tasks.push(entry));
  const seen = (): Seen => ({
    largest,
    blocked: tasks
      .filter(({ startTime }) => startTime > first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    bytes: performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\.(js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  });
  Object.assign(globalThis, { seen });
}
