import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { databases } from "./test/databases.ts";

/** The headless shell is a third faster. */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

/** Runs against a real service in Debian's Chromium. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  globalSetup: "./test/worlds.ts",
  outputDir: "../node_modules/.cache/browser",
  // Three workers on two cores, since each waits a third of the time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine is no failure.
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  // Numbered tests save data and run on both databases, as do tagged ones; not the looks (24). Half of the
  // looks and refusals run on PostgreSQL instead. `LONG` runs all on both.
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
    // Tests share a window; a new one takes longer than most tests.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? chromium ?? "chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // Pages are too short-lived for optimizing compilers.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
});
