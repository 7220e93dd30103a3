import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { databases } from "./test/databases.ts";

/** Debian's Chromium without its windows takes two thirds of the time; the whole one does where it is not there. */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

/** Walks the console in Debian's Chromium, over a service that runs as it runs anywhere. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  globalSetup: "./test/worlds.ts",
  outputDir: "../node_modules/.cache/browser",
  // Three at once share two cores with the service: each waits for a third of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  // A busy machine is no failure: what is waited for ends the wait as soon as it is there.
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  // Numbered tests are about what is saved: but for the looks (24) they run on both databases, as those do that say so by a
  // tag. Of the looks of all rooms, and of the refusals of all edits, every second one runs on PostgreSQL in SQLite's place.
  // `LONG` asks for all on both.
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
    // Each test finds an empty browser, but not a new one: a new window takes more than what most tests do in it.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? chromium ?? "chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // A page of a test is gone before code that was made faster has paid for that.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
});
