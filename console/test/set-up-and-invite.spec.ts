import { dialogOf, expect, password, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A user goes from the printed link to a workspace, and invites another user", async ({ fresh }) => {
  const ada = await fresh.open();
  await test.step("the printed link creates the first user and a workspace", async () => {
    await ada.goto(fresh.setUpLink);
    await expect(ada.getByRole("heading", { level: 1, name: "Set up Groundplan" })).toBeVisible();
    expect(ada.url()).not.toContain("token");
    await expectAccessibleByDayAndNight(ada);
    await ada.getByLabel("Name").fill("Ada");
    await ada.getByLabel("Password").fill("short");
    await ada.getByRole("button", { name: "Create workspace" }).click();
    await expect(ada.getByLabel("E-mail")).toBeFocused();
    await expect(ada.getByLabel("Name")).toHaveValue("Ada");
    await expectAccessibleByDayAndNight(ada);
    await setUp(ada, fresh);
    await expect(ada.getByRole("button", { name: /Acme/ })).toBeVisible();
    await expect(ada.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await expectAccessibleByDayAndNight(ada);
  });

  let link = "";
  await test.step("an owner invites by address, and gets the link once", async () => {
    await ada.getByRole("link", { name: "Members" }).click();
    await expect(ada.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await expectAccessibleByDayAndNight(ada);
    await ada.getByRole("button", { name: "Invite a member" }).click();
    const dialog = dialogOf(ada);
    await dialog.getByLabel("E-mail").fill("not an address");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(dialog.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
    await expectAccessibleByDayAndNight(ada);
    await dialog.getByLabel("E-mail").fill("grace@acme.example");
    await dialog.getByLabel("Role").selectOption("VIEWER");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(ada.getByRole("dialog", { name: "The link for grace@acme.example" })).toBeVisible();
    link = (await dialogOf(ada).locator("code").textContent()) ?? "";
    await expectAccessibleByDayAndNight(ada);
    await ada.getByRole("button", { name: "Done" }).click();
    await expect(ada.getByRole("list", { name: "Invites" })).toContainText("Pending");
    await expectAccessibleByDayAndNight(ada);
  });

  await test.step("the link warns a user who is signed in as somebody else", async () => {
    await ada.goto(link);
    await expect(ada.getByText("You are signed in as ada@acme.example")).toBeVisible();
    await expectAccessibleByDayAndNight(ada);
  });

  const grace = await fresh.open();
  await test.step("the invited user creates an account in another browser", async () => {
    await grace.goto(link);
    await expect(grace.getByRole("heading", { level: 1, name: "Join Acme" })).toBeVisible();
    expect(grace.url()).not.toContain("token");
    await expect(grace.getByLabel("E-mail")).toHaveValue("grace@acme.example");
    await expect(grace.getByLabel("E-mail")).not.toBeEditable();
    await expectAccessibleByDayAndNight(grace);
    await grace.getByLabel("Name").fill("Grace");
    await grace.getByLabel("Password").fill(password);
    await grace.getByRole("button", { name: "Accept invite" }).click();
    await expect(grace.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    await grace.getByRole("link", { name: "Members" }).click();
    await expect(grace.getByRole("list", { name: "Members" })).toContainText("Grace");
    await expect(grace.getByRole("button", { name: "Invite a member" })).toHaveCount(0);
    await expectAccessibleByDayAndNight(grace);
  });

  await test.step("the link works once", async () => {
    const other = await fresh.open();
    await other.goto(link);
    await expect(other.getByText("This invite was accepted.")).toBeVisible();
    await expect(other.getByRole("link", { name: "Go to sign-in" })).toBeVisible();
    await expectAccessibleByDayAndNight(other);
  });

  await test.step("an owner changes a role, which applies at once", async () => {
    await ada.goto("/settings/members");
    await ada.getByRole("button", { name: "Change role of Grace" }).click();
    await expectAccessibleByDayAndNight(ada);
    await dialogOf(ada).getByLabel("Role").selectOption("OWNER");
    await dialogOf(ada).getByRole("button", { name: "Change role" }).click();
    await expect(ada.getByText("Grace is now: Owner.")).toBeVisible();
    await expectAccessibleByDayAndNight(ada);
    await grace.reload();
    await expect(grace.getByRole("button", { name: "Invite a member" })).toBeVisible();
  });

  await test.step("and undoes that by keyboard", async () => {
    await ada.keyboard.press("F6"); // Moves the focus to the messages.
    const undo = ada.getByRole("button", { name: "Undo" });
    for (let n = 0; n < 4 && !(await undo.evaluate((it) => it === document.activeElement)); n++)
      await ada.keyboard.press("Tab");
    await ada.keyboard.press("Enter");
    const entry = ada
      .getByRole("list", { name: "Members" })
      .getByRole("listitem")
      .filter({ hasText: "Grace" });
    await expect(entry).toContainText("Viewer");
    await grace.reload();
    await expect(grace.getByText("grace@acme.example")).toBeVisible();
    await expect(grace.getByRole("button", { name: "Invite a member" })).toHaveCount(0);
  });

  await test.step("a removed member sees that they are in no workspace", async () => {
    await ada.getByRole("button", { name: "Remove Grace" }).click();
    await expectAccessibleByDayAndNight(ada);
    await dialogOf(ada).getByRole("button", { name: "Remove Grace" }).click();
    await expect(ada.getByRole("list", { name: "Members" })).not.toContainText("Grace");
    await grace.getByRole("link", { name: "API keys" }).click();
    await expect(grace.getByRole("heading", { level: 1, name: "You aren't in a workspace" })).toBeVisible();
    await expectAccessibleByDayAndNight(grace);
  });

  await test.step("the last owner can't leave, with the service's message", async () => {
    await ada.getByRole("button", { name: "Leave" }).click();
    await dialogOf(ada).getByRole("button", { name: "Leave the workspace" }).click();
    await expect(dialogOf(ada).getByRole("alert")).toContainText("owner");
    await expectAccessibleByDayAndNight(ada);
  });

  await test.step("a user with an account signs in, then accepts", async () => {
    await ada.getByRole("button", { name: "Cancel" }).click();
    await ada.getByRole("button", { name: "Invite a member" }).click();
    await dialogOf(ada).getByLabel("E-mail").fill("grace@acme.example");
    await dialogOf(ada).getByRole("button", { name: "Invite", exact: true }).click();
    const again = (await dialogOf(ada).locator("code").textContent()) ?? "";
    const browser = await fresh.open();
    await browser.goto(again);
    await expect(browser.getByRole("heading", { level: 1, name: "Join Acme" })).toBeVisible();
    await expectAccessibleByDayAndNight(browser);
    await browser.getByLabel("Password").fill(password);
    await browser.getByRole("button", { name: "Sign in", exact: true }).click();
    await expectAccessibleByDayAndNight(browser);
    await browser.getByRole("button", { name: "Accept invite" }).click();
    await expect(browser.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  });
});
