import { createPlan, createSpec } from "@groundplan/contract";
import { expect, expectAccessibleByDayAndNight, pageOf, test } from "./watched.ts";
import { programOf } from "./world.ts";

test("The palette finds words in texts, shows them marked, and opens the text", { tag: "@both" }, async ({
  browser,
  page,
}) => {
  const ada = programOf("ada");
  const make = async (name: string, visibility: "TEAM" | "PRIVATE") => {
    const { plan } = await ada.call(createPlan, {
      params: { projectSlug: "web" },
      body: { name, visibility },
    });
    const content = "Before a meal the zucchini is weighed <b>twice</b>.\n";
    const params = { projectSlug: "web", planShortId: plan.shortId };
    await ada.call(createSpec, { params, body: { title: `Kitchen of ${name}`, content } });
  };
  await make("Everybody", "TEAM");
  await make("Ada alone", "PRIVATE");

  await page.goto("/");
  await page.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("zucch");
  const found = page.getByRole("option").filter({ hasText: "Kitchen of" });
  await expect(found).toHaveCount(2);
  await expect(found.first()).toContainText(/Kitchen of .* · (Everybody|Ada alone)PLAN-\d+ SPEC-1/);
  await expect(found.first().locator("mark")).toHaveText("zucchini");
  await expect(found.first()).toContainText("Before a meal the zucchini is weighed");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1360, height: 860 });
  await page.getByRole("combobox").fill("zucchini everybody");
  await expect(page.getByRole("option").filter({ hasText: "Kitchen of" })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Kitchen of Everybody" })).toBeVisible();

  const grace = await pageOf(browser, "grace");
  await grace.goto("/");
  await grace.getByRole("link", { name: "Web", exact: true }).first().waitFor();
  await grace.keyboard.press("Control+k");
  await grace.getByRole("combobox").fill("zucchini");
  await expect(grace.getByRole("option").filter({ hasText: "Kitchen of" })).toHaveCount(1);
  await grace.getByRole("combobox").fill("nothingofthekind");
  await expect(grace.getByText("No results. Try other words.")).toBeVisible();
  await grace.context().close();
});
