import {
  createPlan,
  createProject,
  createSpecBatch,
  createThread,
  getMe,
  listNext,
  listSpecs,
  updateSpec,
} from "@groundplan/contract";
import { test as freshTest, setUp } from "./fresh.ts";
import { expect, expectAccessible, expectAccessibleByDayAndNight, pageOf, test } from "./watched.ts";
import { programOf } from "./world.ts";

test("15: Ready to work on lists every spec whose dependencies are done, matches the API, and has its filter in the address", async ({
  browser,
  page,
}) => {
  const ada = programOf("ada");
  const projectSlug = "garden";
  await ada.call(createProject, { body: { name: "Garden", slug: projectSlug } });
  const { plan } = await ada.call(createPlan, { params: { projectSlug }, body: { name: "A pond" } });
  const params = { projectSlug, planShortId: plan.shortId };
  const specs = [
    { title: "A hole is dug", ref: "hole" },
    { title: "Water flows in", ref: "water", needsFirst: ["hole"] },
    { title: "Fish swim", needsFirst: ["water"] },
    { title: "A bench stands", readiness: 5 },
    { title: "Lilies are planted", status: "IN_PROGRESS" as const },
  ];
  await ada.call(createSpecBatch, { params, body: { specs } });
  const rows = page.getByRole("list", { name: "Ready to work on" }).getByRole("listitem");
  const expectSame = async () => {
    const next = await ada.call(listNext, { query: { projectSlug } });
    await expect(rows).toHaveCount(next.specs.length);
    for (const [index, { title }] of next.specs.entries()) await expect(rows.nth(index)).toContainText(title);
    const { specs: all } = await ada.call(listSpecs, { params });
    const isDone = (handle: string) => all.find(({ shortId }) => shortId === handle)?.status === "DONE";
    const ready = all.filter(({ status, needsFirst }) => status !== "DONE" && needsFirst.every(isDone));
    expect(next.specs.map(({ title }) => title)).toEqual(ready.map(({ title }) => title));
  };

  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\/ready$/);
  await page.getByLabel("Project").selectOption("Garden");
  await expect(page).toHaveURL(/project=garden/);
  await expectSame();
  await expectAccessibleByDayAndNight(page);
  await ada.call(updateSpec, { params: { ...params, specShortId: "SPEC-1" }, body: { status: "DONE" } });
  await expect(rows.filter({ hasText: "Water flows in" })).toBeVisible();
  await expectSame();

  await page.keyboard.press("f");
  await page.keyboard.type("be");
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Filter by title").fill("");
  await page.getByLabel("Not started").check();
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Ready text only").check();
  await expect(page).toHaveURL(/todo=true.*ready=true|ready=true.*todo=true/);
  await expect(rows).toHaveCount(1);
  const grace = await pageOf(browser, "grace");
  await grace.goto(page.url());
  await expect(grace.getByRole("list", { name: "Ready to work on" }).getByRole("listitem")).toHaveCount(1);
  await grace.getByLabel("Filter by title").fill("nothing has this");
  await expect(grace.getByText("No ready specs match this filter.")).toBeVisible();
  await grace.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(grace);
  await grace.context().close();
});

test("Home shows inbox items, next specs, own plans and recent pushes, and stays live", async ({ page }) => {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Ada's own harbour" },
  });
  const params = { projectSlug: "web", planShortId: plan.shortId };
  const { specs } = await ada.call(createSpecBatch, { params, body: { specs: [{ title: "Ships land" }] } });
  await page.goto("/");
  const section = (name: string) => page.getByRole("region", { name });
  await expect(section("Your plans").getByText("Ada's own harbour")).toBeVisible();
  await expect(section("Ready to work on").getByRole("listitem").first()).toBeVisible();
  await expect(section("Recently pushed").getByText("Shop")).toBeVisible();
  const { user } = await ada.call(getMe, {});
  const body = `[@Ada](user:${user.id}) which ships land here?`;
  await programOf("grace").call(createThread, { params: { documentId: specs[0]?.id ?? "" }, body: { body } });
  const waits = section("For you").getByRole("listitem").filter({ hasText: "which ships land here" });
  await expect(waits).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await waits.getByRole("button", { name: /^Mark as done/ }).click();
  await expect(waits).toHaveCount(0);
  await section("Your plans").getByText("Ada's own harbour").click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada's own harbour" })).toBeVisible();
});

freshTest(
  "22: From the printed link to a sample plan that is worth reading are three screens, and one button removes it",
  async ({ fresh }) => {
    const page = await fresh.open();
    await setUp(page, fresh);
    await expect(page.getByRole("radio", { name: "Start with a sample" })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Start empty" }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "A new project" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "Start with a sample" }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Checkout without an account" })).toBeVisible();
    await expect(page.locator("[data-item]")).toHaveCount(7);
    await expect(page.getByRole("region", { name: "Sub-plans" })).toContainText("Paying with a wallet");
    await expect(page.getByText(/^[1-9]\d* below Ready$/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove the sample" }).click();
    await expect(page.getByRole("radio", { name: "Start with a sample" })).toBeChecked();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("radio", { name: "Start with a sample" })).toHaveCount(0);
    await page.goto("/projects");
    await expect(page.getByRole("link", { name: /Sample shop/ })).toBeVisible();
  },
);
