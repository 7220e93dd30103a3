import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

test("A model is added, tested, changed and deleted by keyboard, and its key is never shown", {
  tag: "@both",
}, async ({ page }) => {
  await page.goto("/settings/workspace");
  await expect(page.getByText("No models yet.")).toBeVisible();
  await page.getByRole("button", { name: "Add a model" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Local");
  await dialog.getByLabel("Provider").selectOption("openai-compatible");
  await dialog.getByRole("button", { name: "Save model" }).press("Enter");
  await expect(dialog.getByText(/baseUrl is missing|Address/).first()).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await dialog.getByLabel("Address").fill("https://models.invalid/v1");
  await dialog.getByLabel("Model", { exact: true }).fill("small-1");
  await dialog.getByLabel("Key").fill("sk-of-a-person-77aa");
  await dialog.getByLabel("Price of a million tokens in").fill("0.5");
  await dialog.getByLabel("Price of a million tokens out").fill("1.5");
  await dialog.getByLabel("For").selectOption("workspace");
  await dialog.getByRole("button", { name: "Save model" }).press("Enter");
  const list = page.getByRole("list", { name: "Models" });
  await expect(list).toContainText("key …77aa");
  await expect(list).toContainText("0.5 in, 1.5 out for a million tokens, in USD");
  expect(await page.content()).not.toContain("sk-of-a-person");
  await page.getByRole("button", { name: "Test Local" }).press("Enter");
  await expect(list.getByRole("status")).toContainText("The host's name was not found.");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);

  await page.getByRole("button", { name: "Change Local" }).press("Enter");
  await dialog.getByLabel("Address").fill("https://other.invalid/v1");
  await dialog.getByRole("button", { name: "Save model" }).press("Enter");
  await expect(list).toContainText("Its key is missing");
  // Saved without one, it needs none.
  await page.getByRole("button", { name: "Change Local" }).press("Enter");
  await dialog.getByRole("button", { name: "Save model" }).press("Enter");
  await expect(list).not.toContainText("Its key is missing");
  await page.getByRole("button", { name: "Delete Local" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete model" }).press("Enter");
  await expect(page.getByText("No models yet.")).toBeVisible();
});
