import { createPlan, createSpec, getPlan, getSpec, listMembers, listThreads } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { planOf, titled } from "./plans.ts";
import { edit, editorOf } from "./specs.ts";
import { select } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const list = (page: Page) => page.getByRole("listbox");

async function harbour(name: string) {
  const world = await planOf(name, titled("Measure the quay", "Paint the bollards"));
  const { ada, params, path } = world;
  const { spec } = await ada.call(createSpec, { params, body: { title: "All of it", content: "Begin." } });
  const specParams = { ...params, specShortId: spec.shortId };
  const { members } = await ada.call(listMembers, {});
  return {
    ...world,
    spec,
    specPath: `${path}/specs/${spec.shortId}`,
    grace: `[@Grace](user:${members.find((member) => member.name === "Grace")?.userId})`,
    textNow: async () => (await ada.call(getSpec, { params: specParams })).spec.content,
  };
}

test("In the text, # offers specs and plans by words and handle, and @ also people, by keyboard", {
  tag: "@both",
}, async ({ page }) => {
  const { ada, plan, specPath, grace, textNow } = await harbour("Marina");
  const other = await ada.call(createPlan, {
    params: { projectSlug: "web" },
    body: { name: "Lighthouse keepers" },
  });
  await edit(page, specPath);
  await page.keyboard.type(" As #");
  await expect(option(page, "Measure the quay")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.type("bollards");
  await expect(option(page, "Paint the bollards SPEC-2 · Todo")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and #1");
  const first = option(page, "Measure the quay SPEC-1 · Todo");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await page.keyboard.type("of #lighthouse kee");
  await expect(option(page, `Lighthouse keepers ${other.plan.shortId} · Planning`)).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("for @gra");
  await expect(option(page, "Grace")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type(`(@${plan.shortId}`);
  await option(page, /^Marina/).click();
  await expect(editorOf(page)).toBeFocused();
  const text = `Begin. As SPEC-2 and SPEC-1 of ${other.plan.shortId} for ${grace} (${plan.shortId} `;
  await expect.poll(textNow).toBe(text);

  // Escape closes the list, and only then the editor.
  await page.keyboard.type("#quay");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.type(" stays");
  await expect(list(page)).toHaveCount(0);
  await expect.poll(textNow).toBe(`${text}#quay stays`);
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "SPEC-2 Paint the bollards Todo" })).toBeVisible();
});

test("A comment names specs, plans and people in the same way", async ({ page }) => {
  const { ada, spec, specPath, plan, grace } = await harbour("Slipway");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(specPath);
  await page.getByRole("button", { name: "Comment", exact: true }).press("Enter");
  const box = page.getByRole("textbox", { name: "Comment on the whole text" });
  await expect(box).toBeFocused();
  await page.keyboard.type("Ask @grace");
  await expect(option(page, "Grace")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type("about #paint");
  const own = option(page, "Paint the bollards SPEC-2 · Todo");
  await expect(own).toHaveAttribute("aria-selected", "true");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("in #slipway");
  await expect(option(page, /^Slipway/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue(`Ask @Grace about SPEC-2 in ${plan.shortId} `);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("article").getByRole("link", { name: /SPEC-2 Paint/ })).toBeVisible();
  const { threads } = await ada.call(listThreads, { params: { documentId: spec.id } });
  expect(threads[0]?.comments[0]?.body).toBe(`Ask ${grace} about SPEC-2 in ${plan.shortId} `);
});

test("A plan's description and a suggested change name them, too", async ({ page }) => {
  const { ada, params, path, grace, specPath } = await harbour("Breakwater");
  await page.goto(path);
  await page.getByRole("button", { name: "More" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Describe…" }));
  const box = page.getByRole("textbox", { name: "Description" });
  await box.focus();
  await page.keyboard.type("With @gra");
  await expect(option(page, "Grace")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("and #quay");
  const own = option(page, "Measure the quay SPEC-1 · Todo");
  await expect(own).toHaveAttribute("aria-selected", "true");
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.type("s #measure");
  await expect(own).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  const description = async () => (await ada.call(getPlan, { params })).plan.description;
  await expect.poll(description).toBe(`With ${grace} and #quays SPEC-1 `);

  await page.goto(specPath);
  await expect(page.getByRole("region", { name: "Conversation" })).toBeVisible();
  await select(page, "Begin.");
  await page.getByRole("button", { name: "Suggest" }).press("Enter");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" With #quay");
  await expect(own).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Replace the selected text with")).toHaveValue("Begin. With SPEC-1 ");
});
