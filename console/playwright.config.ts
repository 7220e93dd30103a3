import { defineConfig } from "@playwright/test";

/** Walks the console in Debian's Chromium, over a service that runs as it runs anywhere. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  globalSetup: "./test/world.ts",
  outputDir: "../node_modules/.cache/browser",
  // Two at once share two cores with the service.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1360, height: 860 },
    reducedMotion: "reduce",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ],
    },
  },
});
