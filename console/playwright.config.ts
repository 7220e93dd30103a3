import { defineConfig } from "@playwright/test";
import { databases } from "./test/databases.ts";

/** Walks the console in Debian's Chromium, over a service that runs as it runs anywhere. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  globalSetup: "./test/worlds.ts",
  outputDir: "../node_modules/.cache/browser",
  // Two at once share two cores with the service.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  // What is saved is tested on both databases; how a room looks is not theirs, and is looked at on the first one.
  projects: databases.map((name, index) => ({ name, testIgnore: index === 0 ? [] : ["looks/**"] })),
  use: {
    viewport: { width: 1360, height: 860 },
    reducedMotion: "reduce",
    // Each test finds an empty browser, but not a new one: a new window takes more than what most tests do in it.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ],
    },
  },
});
