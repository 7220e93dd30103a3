import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { databases } from "./databases.ts";

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
  await expectNothingSideways(page);
}

/** Rules that depend on the theme. */
const aboutColours = ["color-contrast", "link-in-text-block"];

/** Checks both themes. */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findings(page, aboutColours)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
}

export async function expectNothingSideways(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
}

/** Looks don't depend on the database, so one is enough without `LONG`. */
const isLookedAt = () => Boolean(process.env.LONG) || base.info().project.name === databases[0];

/**
 * Runs axe, which stays loaded until a reload; all rules by default. The axe package for Playwright reloads
 * it twice per check and took most of the suite's time.
 */
async function findings(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!isLookedAt()) return [];
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { axe: inPage } = globalThis as typeof globalThis & { axe: typeof axe };
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(runOnly ? { runOnly: [...runOnly] } : { rules: { "target-size": { enabled: true } } }),
    };
    const { violations } = await inPage.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  }, only);
}
