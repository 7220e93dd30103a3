import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { databases } from "./databases.ts";

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Checks what axe finds wrong with a page, and that nothing of it can be scrolled sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
  await expectNothingSideways(page);
}

/** The rules that a theme can break; the others look at what is the same in both. */
const aboutColours = ["color-contrast", "link-in-text-block"];

/** Checks the same in both themes. */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findings(page, aboutColours)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
}

/** Checks that nothing of a page can be scrolled sideways. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
}

/** What a page looks like does not depend on the database: it is looked at on the first one, unless `LONG` asks for both. */
const isLookedAt = () => Boolean(process.env.LONG) || base.info().project.name === databases[0];

/**
 * Runs axe in the page, where it stays until the page is loaded again: all its rules unless some are named. The usual
 * package for Playwright loads it for each look, twice, and brings every element that is right out of the browser: a look
 * took seconds, most of the time of the suite. What it does for frames isn't needed, since the console has none.
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
