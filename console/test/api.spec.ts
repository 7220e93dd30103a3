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

test("The reference finds an operation by keyboard, with examples that carry the ids of the page before and run", async ({
  page,
}) => {
  await page.goto("/projects/web/plans/PLAN-1/specs/SPEC-1");
  await expect(page.getByRole("heading", { level: 1, name: "Catalog" })).toBeVisible();
  await page.getByRole("link", { name: "API", exact: true }).press("Enter");
  await expect(page.getByLabel("Plan in the examples")).toHaveValue("PLAN-1");
  await page.setViewportSize({ width: 390, height: 844 });
  const group = page.getByRole("heading", { level: 3, name: "Plans", exact: true });
  await group.locator("..").press("Enter");
  await page.getByText("Create a plan, or a sub-plan").press("Enter");
  await expect(page.getByRole("region", { name: "Python", exact: true })).toContainText(
    "/v1/projects/web/plans",
  );
  await expect(page.getByText("Handle or id of a plan of the same project.")).toBeVisible();
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("searchbox", { name: "Find an operation" }).fill("read a spec GET");
  const found = page.getByText("/v1/projects/{projectSlug}/plans/{planShortId}/specs/{specShortId}", {
    exact: false,
  });
  await found.first().locator("..").press("Enter");
  const curl = page.getByRole("region", { name: "curl", exact: true }).locator("pre");
  await expect(curl).toContainText("/v1/projects/web/plans/PLAN-1/specs/SPEC-1'");
  await expectAccessibleByDayAndNight(page);
  await settled(page);
});
