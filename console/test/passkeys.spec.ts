import { dialogOf, expect, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A user adds a passkey, signs in with it, renames and removes it", async ({ fresh }) => {
  const page = await fresh.open();
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await setUp(page, fresh);
  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await expect(passkeys).toContainText("never used");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has one of your passkeys.").first()).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.goto("/settings/profile");
  await expect(passkeys).toContainText("used just now");

  await page.getByRole("button", { name: /^Rename the passkey/ }).click();
  await expectAccessibleByDayAndNight(page);
  await dialogOf(page).getByLabel("Name").fill("My laptop");
  await dialogOf(page).getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Remove the passkey My laptop" }).click();
  await dialogOf(page).getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
});
