import {
  createComment,
  createSource,
  createThread,
  getPlan,
  resolveDocument,
  updatePlan,
} from "@groundplan/contract";
import { select, specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";
import { programOf } from "./world.ts";

test("An inbox item opens its thread, whatever the kind of document", { tag: "@both" }, async ({ page }) => {
  const ada = programOf("ada");
  const grace = programOf("grace");
  const { params } = await specOf("A plan that is discussed");
  const planParams = { projectSlug: "web", planShortId: params.planShortId };
  const { plan } = await ada.call(getPlan, { params: planParams });
  const description = "Guests pay *quickly*, and nobody waits.\n";
  await ada.call(updatePlan, { params: planParams, body: { description } });
  const find = async (target: object) =>
    (await ada.call(resolveDocument, { query: { target: JSON.stringify(target) } })).document.id;
  const ofPlan = { documentId: await find({ kind: "plan-item", itemId: plan.id }) };
  await grace.call(createThread, {
    params: ofPlan,
    body: { body: "How quickly?", anchor: { exact: "*quickly*" } },
  });
  const ofAll = { documentId: await find({ kind: "instructions" }) };
  const { thread } = await ada.call(createThread, {
    params: ofAll,
    body: { body: "Are these still right?" },
  });
  const answer = { body: { body: "They are what we agreed on." } };
  await grace.call(createComment, { params: { ...ofAll, threadId: thread.id }, ...answer });

  await page.goto("/inbox");
  await page.getByRole("link", { name: /They are what we agreed on/ }).click();
  const active = page.locator("article[aria-current]");
  await expect(active).toContainText("They are what we agreed on.");
  await expect(page).toHaveURL(/\/documents\/instructions\.[0-9a-f-]{36}\?thread=/);
  await expectAccessibleByDayAndNight(page);
  await page.goto("/inbox");
  await page.getByRole("link", { name: /How quickly\?/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A plan that is discussed" })).toBeVisible();
  await expect(active).toContainText("How quickly?");
  await expect(page.locator("mark")).toHaveText("quickly");
  await expect(page).toHaveURL(/\/discussion\?thread=/);
  await expectAccessibleByDayAndNight(page);

  for (const address of ["/documents", "/documents?target=nothing"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }

  const body = { title: "Words of the shop", text: "A cart holds what a guest wants.\n" };
  const { source } = await ada.call(createSource, { body });
  await page.goto(`/context/${source.id}`);
  await page.getByRole("link", { name: "Discussion" }).click();
  await expect(page).toHaveURL(/\/documents\//);
  await expect(page.getByRole("heading", { level: 1, name: "Words of the shop" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Conversation" })).toHaveCount(0);
  await page.getByLabel("Discuss it in the plan").selectOption({ label: `${plan.shortId} ${plan.name}` });
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await select(page, "a guest wants");
  await page.keyboard.press("Control+Alt+m");
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill("Not a visitor?");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("mark")).toHaveText("a guest wants");
  await expect(active).toContainText("Not a visitor?");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);
});
