import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { databases } from "./test/databases.ts";

/** The headless shell runs a third faster; full Chromium is the fallback. */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

/** Runs the browser tests in Debian's Chromium against a real service. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  globalSetup: "./test/worlds.ts",
  outputDir: "../node_modules/.cache/browser",
  // Three workers share two cores with the service, because each waits a third of the time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine is no failure; waits end as soon as the condition holds.
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  // Numbered tests concern saved data and run on both databases, as do tagged ones; the looks (24) don't. Of
  // the looks of all pages and the refusals of all edits, every second test runs on PostgreSQL instead.
  // `LONG` runs everything on both.
  projects: databases.map((name, index) => ({
    name,
    ...(process.env.LONG
      ? {}
      : index === 0
        ? { grepInvert: /@postgresql/ }
        : { grep: /\.spec\.ts (?!24:)\d|@both|@postgresql/ }),
  })),
  use: {
    viewport: { width: 1360, height: 860 },
    reducedMotion: "reduce",
    // Tests get an empty browser context but share the window, because a new one takes longer than most
    // tests.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? chromium ?? "chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // Test pages are too short-lived for optimizing compilers to pay off.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
});
