import { createInvite, revokeInvite } from "@groundplan/contract";
import { createClient } from "../../client/src/index.ts";
import { createKey, expect, password, setUp, signIn, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A used invite says so and leads on: to sign-in, or to the workspace of whoever is signed in", async ({
  fresh,
}) => {
  const ada = await fresh.open();
  await setUp(ada, fresh);
  const client = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  const body = { email: "grace@acme.example", role: "MEMBER" as const };
  const { acceptUrl } = await client.call(createInvite, { body });
  const grace = await fresh.open();
  await grace.goto(acceptUrl);
  await grace.getByLabel("Name").fill("Grace");
  await grace.getByLabel("Password").fill(password);
  await grace.getByRole("button", { name: "Accept invite" }).press("Enter");
  await expect(grace.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();

  const other = await fresh.open();
  for (const [page, way] of [
    [grace, "Go to the workspace"],
    [ada, "Go to the workspace"],
    [other, "Go to sign-in"],
  ] as const) {
    await page.goto(acceptUrl);
    await expect(page.getByRole("heading", { level: 1, name: "Join Acme" })).toBeVisible();
    await expect(
      page.getByText("This invite was accepted. If you accepted it, continue.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /Accept|Sign in/ })).toHaveCount(0);
    await expectAccessibleByDayAndNight(page);
    await page.getByRole("link", { name: way, exact: true }).press("Enter");
    if (page === other) {
      await expect(page).toHaveURL(/\/sign-in$/);
      await signIn(page, body.email);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  }

  // One that was never accepted can't be continued.
  const late = await client.call(createInvite, { body: { ...body, email: "late@acme.example" } });
  await client.call(revokeInvite, { params: { inviteId: late.invite.id } });
  await ada.goto(late.acceptUrl);
  await expect(ada.getByText("This invite was revoked. Ask for a new one.", { exact: true })).toBeVisible();
});
