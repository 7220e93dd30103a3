import { expect, setUp, signIn, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

const ada = "ada@acme.example";

test("A user signs out and in, ends another session, and sets a password by a link", async ({ fresh }) => {
  const page = await fresh.open();
  await setUp(page, fresh);

  await test.step("signs out and in", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in to Groundplan" })).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await signIn(page, ada, "not the password");
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessibleByDayAndNight(page);
    await signIn(page, ada);
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  });

  const other = await fresh.open();
  await test.step("ends the session of another browser", async () => {
    await other.goto("/sign-in?to=/settings/keys");
    await signIn(other, ada);
    await expect(other.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
    await page.goto("/settings/profile");
    await expect(page.getByRole("list", { name: "Sessions" })).toContainText("Current");
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("button", { name: /^End the session in/ }).click();
    await expect(page.getByRole("button", { name: /^End the session in/ })).toHaveCount(0);
    await other.goto("/settings/keys");
    await expect(other.getByRole("heading", { level: 1, name: "Sign in to Groundplan" })).toBeVisible();
  });

  await test.step("is renamed everywhere", async () => {
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("button", { name: /Ada Lovelace/ })).toBeVisible();
  });

  await test.step("sets a password by a link, which ends the other sessions", async () => {
    const { link = "" } = await fresh.admin("user", "reset", "--email", ada);
    await other.goto(link);
    await expect(other.getByLabel("E-mail")).toHaveValue(ada);
    expect(other.url()).not.toContain("token");
    await expectAccessibleByDayAndNight(other);
    await other.getByLabel("Password").fill("short");
    await other.getByRole("button", { name: "Set password" }).click();
    await expect(other.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await expectAccessibleByDayAndNight(other);
    await other.getByLabel("Password").fill("another horse battery");
    await other.getByRole("button", { name: "Set password" }).click();
    await expect(other.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await page.goto("/");
    await signIn(page, ada, "another horse battery");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await other.goto(link);
    await expect(other.getByRole("alert")).toContainText("used already");
    await expectAccessibleByDayAndNight(other);
  });
});

test("The workspace is renamed, and an invalid slug is shown at its field", async ({ fresh }) => {
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.getByRole("link", { name: "Settings" }).click();
  await expectAccessibleByDayAndNight(page);
  await page.getByLabel("Name").fill("Acme Shops");
  await page.getByLabel("Slug").fill("No slug");
  await page.getByRole("button", { name: "Save workspace" }).click();
  await expect(page.getByLabel("Slug")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Acme Shops");
  await expectAccessibleByDayAndNight(page);
  await page.getByLabel("Slug").fill("acme-shops");
  await page.getByRole("button", { name: "Save workspace" }).click();
  await expect(page.getByRole("button", { name: /Acme Shops/ })).toBeVisible();
  await expect(page.getByText("The workspace is saved.")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Acme");
  await expect(page.getByLabel("Slug")).toHaveValue("acme");
  await expect(page.getByRole("button", { name: /Acme Shops/ })).toHaveCount(0);
});
