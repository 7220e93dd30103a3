import type { Page } from "@playwright/test";
import { dialogOf, expect, password, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

async function api(page: Page, path: string, data: object) {
  const { origin } = new URL(page.url());
  const { request } = page.context();
  const answer = await request.post("/console/token", { data: {}, headers: { origin } });
  const { token } = await answer.json();
  return (await request.post(path, { data, headers: { authorization: `Bearer ${token}` } })).json();
}

test("A removal asks for a recent sign-in and a new owner of the plans, and then succeeds", async ({
  fresh,
}) => {
  const ada = await fresh.open();
  await setUp(ada, fresh);
  const { acceptUrl } = await api(ada, "/v1/invites", { email: "grace@acme.example", role: "MEMBER" });
  const grace = await fresh.open();
  await grace.goto(acceptUrl);
  await grace.getByLabel("Name").fill("Grace");
  await grace.getByLabel("Password").fill(password);
  await grace.getByRole("button", { name: "Accept invite" }).click();
  await expect(grace.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const { project } = await api(grace, "/v1/projects", { name: "Web" });
  await api(grace, `/v1/projects/${project.slug}/plans`, { name: "Shop" });

  await ada.goto("/settings/members");
  await ada.getByRole("button", { name: "Remove Grace" }).waitFor();
  await fresh.passAnHour();
  await ada.getByRole("button", { name: "Remove Grace" }).click();
  await dialogOf(ada).getByRole("button", { name: "Remove Grace" }).click();
  const again = ada.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByLabel("E-mail")).toHaveValue("ada@acme.example");
  await again.getByLabel("Password").click();
  await expectAccessibleByDayAndNight(ada);
  await ada.keyboard.type(password);
  await ada.keyboard.press("Enter");

  const heir = ada.getByRole("dialog", { name: "Who gets the plans of Grace?" });
  await expect(heir.getByLabel("New owner of the plans")).toHaveText(/Ada/);
  await expectAccessibleByDayAndNight(ada);
  await heir.getByRole("button", { name: "Remove Grace" }).click();
  await expect(ada.getByRole("list", { name: "Members" })).not.toContainText("Grace");

  // Closing the sign-in shows the error.
  await fresh.passAnHour();
  await ada.goto("/settings/keys");
  await ada.getByRole("button", { name: "Create a key" }).click();
  await dialogOf(ada).getByLabel("Name").fill("Nightly");
  await dialogOf(ada).getByRole("button", { name: "Create key" }).click();
  await again.waitFor();
  await ada.keyboard.press("Escape");
  await expect(ada.getByRole("dialog", { name: "Create a key" }).getByRole("alert")).toBeVisible();
  await expect(dialogOf(ada).getByLabel("Name")).toHaveValue("Nightly");
});
