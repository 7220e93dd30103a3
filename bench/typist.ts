import { existsSync } from "node:fs";
import { type CDPSession, chromium, type Page } from "@playwright/test";

const programs = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];
const letters = "The quick brown fox jumps over the lazy dog, and **bold** words follow it. ";

/** Opens a browser's page for a typist. */
export async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? programs.find(existsSync) ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    return await use(await browser.newPage({ viewport: { width: 1360, height: 860 } }));
  } finally {
    await browser.close();
  }
}

/** Types in the page's text and returns the main thread's milliseconds per key. */
export async function typeIn(page: Page, keys: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The thread's own time, which another process doesn't lengthen.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type(letters);
  const before = await busyOf(session);
  for (let typed = 0; typed < keys; typed++) await page.keyboard.press(keyAt(typed));
  const busy = (await busyOf(session)) - before;
  await session.detach();
  return (busy * 1000) / keys;
}

const keyAt = (index: number) => letters[index % letters.length] ?? " ";

/** Returns the seconds that the page's tasks took. */
async function busyOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}
