import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { dialogOf } from "./fresh.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled, test } from "./watched.ts";
import { world } from "./world.ts";

const run = promisify(execFile);

test("The printed examples run unchanged", async ({ page }) => {
  await page.goto("/api");
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await settled(page);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("c");
  await dialogOf(page).getByLabel("Name").fill("Examples of the tests");
  await dialogOf(page).getByLabel("Scope").selectOption("write");
  await dialogOf(page).getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("They include your new key")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  const textOf = async (name: string) =>
    (await page.getByRole("region", { name, exact: true }).locator("pre").textContent()) ?? "";
  const shell = async (name: string) => (await run("sh", ["-c", await textOf(name)])).stdout;
  const { user } = JSON.parse(await shell("Who am I, with curl"));
  expect(user.email).toBe(world().ada);
  expect(JSON.parse(await shell("List projects with curl")).projects.length).toBeGreaterThan(0);
  expect(JSON.parse(await shell("List specs ready to work on with curl"))).not.toHaveProperty("error");
  expect(JSON.parse(await shell("Create a project with curl")).project.name).toBe("From the API");
  expect((await shell("List projects with Node.js")).split("\n")).toContain("Web");
  expect((await shell("List projects with Python")).split("\n")).toContain("Web");
  expect(await textOf("List projects on the command line")).toContain(`GROUNDPLAN_URL='${world().url}'`);
  expect(await shell("List projects on the command line")).toContain("Web");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNothingSideways(page);
});

test("The API reference shows and calls this service, and is accessible", async ({ page }) => {
  // Swagger UI rerenders with each opened operation.
  test.setTimeout(300_000);
  await page.goto("/api");
  await page.getByRole("link", { name: "Open the reference" }).click();
  await expect(page.getByText("Requests that you try here act as you")).toBeVisible({ timeout: 60_000 });
  await page.locator("[data-tag=Identity] button").click();
  const section = page.locator("[id^=operations-Identity-me]");
  await section.locator(".opblock-summary-control").click();
  await section.getByRole("button", { name: "Try it out" }).click();
  await section.getByRole("button", { name: "Execute" }).click();
  await expect(section.locator(".live-responses-table")).toContainText(world().ada);
  // Parameters and bodies have more kinds of fields.
  await page.locator("[data-tag=Plans] button").click();
  const operations = page.locator("[id^=operations-Plans-] .opblock-summary-control");
  for (const index of [0, 1]) await operations.nth(index).click();
  await expect(page.getByLabel("status", { exact: true })).toHaveCount(1);
  await expectAccessibleByDayAndNight(page);
});
