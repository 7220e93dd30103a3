import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { RunnerResult } from "lighthouse";

/** Load times in milliseconds, and transferred bytes before the largest paint. */
export interface Seen {
  largest: number;
  /** The total blocking time until the page was idle. */
  blocked: number;
  bytes: number;
}

export type See = (address: string) => Promise<Seen>;

interface Person {
  url: string;
  email: string;
  password: string;
}

/** Provides Lighthouse with a signed-in browser; it simulates a slow phone and network. */
export async function withLighthouse<T>(person: Person, use: (see: See) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "groundplan-browser-"));
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      "--remote-debugging-port=0",
    ],
  });
  try {
    const page = await browser.newPage();
    await page.goto(person.url);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await page.close();
    const port = Number(readFileSync(join(folder, "DevToolsActivePort"), "utf8").split("\n", 1)[0]);
    return await use((address) => see(address, port));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On a busy machine a trace may lack its beginning and must be repeated. */
const mostTries = 3;

async function see(address: string, port: number, tries = 1): Promise<Seen> {
  // Loaded lazily: only this row needs the large package.
  const { default: lighthouse } = await import("lighthouse");
  const result = await lighthouse(address, {
    port,
    logLevel: "silent",
    // Otherwise Lighthouse waits 45 seconds for the endless event stream.
    maxWaitForLoad: 10_000,
    onlyAudits: ["largest-contentful-paint", "total-blocking-time", "metrics", "network-requests"],
  });
  if (!result || result.lhr.runtimeError) throw new Error(`${address}: ${result?.lhr.runtimeError?.message}`);
  if (result.lhr.audits.metrics?.errorMessage && tries < mostTries) return see(address, port, tries + 1);
  return {
    largest: figureOf(result, "largest-contentful-paint"),
    blocked: figureOf(result, "total-blocking-time"),
    bytes: bytesOf(result),
  };
}

function figureOf({ lhr }: RunnerResult, audit: string): number {
  const { numericValue, errorMessage } = lhr.audits[audit] ?? {};
  if (numericValue === undefined) throw new Error(`${audit}: ${errorMessage}`);
  return numericValue;
}

interface Asked {
  resourceType: string;
  networkEndTime: number;
  transferSize: number;
}

function bytesOf({ lhr }: RunnerResult): number {
  const [metrics] = itemsOf<{ observedLargestContentfulPaint: number }>(lhr, "metrics");
  const largest = metrics?.observedLargestContentfulPaint ?? Number.POSITIVE_INFINITY;
  return itemsOf<Asked>(lhr, "network-requests")
    .filter(({ resourceType }) => resourceType === "Script" || resourceType === "Stylesheet")
    .filter(({ networkEndTime }) => networkEndTime <= largest)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** Returns an audit's rows, which Lighthouse leaves untyped. */
function itemsOf<Item>({ audits }: RunnerResult["lhr"], audit: string): Item[] {
  const { details } = audits[audit] ?? {};
  return details && "items" in details ? (details.items as Item[]) : [];
}
