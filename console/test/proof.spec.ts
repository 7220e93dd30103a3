import type { Page } from "@playwright/test";
import { startMailServer } from "../../server/test/mail-server.ts";
import { expect, openFresh, password, setUp, signIn } from "./fresh.ts";
import { expectAccessibleByDayAndNight, test } from "./watched.ts";

const email = "grace@acme.example";
const accept = (page: Page) => page.getByRole("button", { name: "Accept invite" });

/** Returns a function that invites an address into another workspace. */
async function otherWorkspace({ url, admin }: Awaited<ReturnType<typeof openFresh>>) {
  const owner = ["--email", "mallory@other.example", "--workspace", "other"];
  await admin("user", "create", ...owner, "--name", "Mallory", "--role", "OWNER", "--create-workspace");
  const { secret } = await admin("key", "create", ...owner, "--scope", "write", "--name", "Test");
  return async () => {
    const answer = await fetch(`${url}/v1/invites`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ email, role: "MEMBER" }),
    });
    return String((await answer.json()).acceptUrl);
  };
}

/** Creates the account that Ada invited, with the link that she sees. */
async function makeInAdvance(ada: Page, thief: Page): Promise<void> {
  await ada.goto("/settings/members");
  await ada.getByRole("button", { name: "Invite a member" }).click();
  await ada.getByLabel("E-mail").fill(email);
  await ada.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await ada
    .getByRole("dialog", { name: /^The link for/ })
    .locator("code")
    .innerText();
  await ada.getByRole("button", { name: "Done" }).click();
  await thief.goto(link);
  await thief.getByLabel("Name").fill("Grace");
  await thief.getByLabel("Password").fill(password);
  await accept(thief).click();
  await expect(thief.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
}

test("An account created in advance is shown as unverified, and joins no other workspace without the operator's link", async ({
  browser,
}, info) => {
  info.setTimeout(300_000);
  const fresh = await openFresh(browser);
  const [ada, grace] = [await fresh.open(), await fresh.open()];
  await setUp(ada, fresh);
  await makeInAdvance(ada, grace);
  await ada.reload();
  const entries = ada.getByRole("list", { name: "Members" }).getByRole("listitem");
  await expect(entries.filter({ hasText: email })).toContainText("Address not verified");
  await expect(entries.filter({ hasText: "ada@acme.example" })).not.toContainText("not verified");
  await expectAccessibleByDayAndNight(ada);

  const makeKey = async (name: string) => {
    const whose = ["--email", email, "--workspace", "acme", "--scope", "read", "--name", name];
    return (await fresh.admin("key", "create", ...whose)).secret;
  };
  const secrets = [await makeKey("Kept"), await makeKey("Left behind")];
  const inviteAgain = await otherWorkspace(fresh);
  const link = await inviteAgain();
  await grace.goto(link);
  await accept(grace).click();
  await expect(grace.getByText(`groundplan admin user reset --email ${email}`)).toBeVisible();
  await expectAccessibleByDayAndNight(grace);

  const { link: reset = "" } = await fresh.admin("user", "reset", "--email", email);
  const other = await fresh.open();
  await other.goto(reset);
  const [kept, left] = ["Kept", "Left behind"].map((name) => other.getByLabel(`API key ${name}`));
  if (!kept || !left) throw new Error("no keys");
  for (const box of [kept, left]) await expect(box).not.toBeChecked();
  await expectAccessibleByDayAndNight(other);
  await kept.check();
  await other.getByLabel("Password").fill("another horse battery");
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  const statuses = secrets.map(async (secret) => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${fresh.url}/v1/me`, { headers })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 401]);
  await ada.reload();
  await expect(entries.filter({ hasText: email })).not.toContainText("not verified");

  await other.goto(link);
  await accept(other).click();
  await expect(other.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await expect(other.getByRole("button", { name: /other/ })).toBeVisible();
  await fresh.end();
});

test("The owner of the mailbox takes over an account created in advance, with a mailed link on request", async ({
  browser,
}, info) => {
  info.setTimeout(300_000);
  const mail = await startMailServer();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    GROUNDPLAN_SMTP_FROM: "plans@example.com",
  });
  const links = () =>
    mail.mails.filter(({ to }) => to[0] === email).map(({ text }) => /http\S+/.exec(text)?.[0] ?? "");
  const [ada, thief] = [await fresh.open(), await fresh.open()];
  await setUp(ada, fresh);
  await makeInAdvance(ada, thief);
  const inviteAgain = await otherWorkspace(fresh);
  const seen = await inviteAgain();
  await expect.poll(links).toHaveLength(2);
  await thief.goto(seen);
  mail.refusals.push({ code: 550, words: "No such user" });
  await accept(thief).click();
  await expect(thief.getByRole("alert")).toContainText(
    /was not sent\. The mail server 127\.0\.0\.1:\d+ did not take/,
  );
  await expectAccessibleByDayAndNight(thief);
  await thief.goto(seen);
  await accept(thief).click();
  await expect(thief.getByText("A mail with a link is on its way")).toBeVisible();
  await expectAccessibleByDayAndNight(thief);
  await expect.poll(() => links().filter((link) => link.includes("/reset?"))).toHaveLength(1);
  await expect.poll(() => links().filter((link) => link.includes("/invite?"))).toHaveLength(2);

  const grace = await fresh.open();
  await grace.goto(links().findLast((link) => link.includes("/invite?")) ?? "");
  await expect(grace.getByText("its address was never verified")).toBeVisible();
  await expectAccessibleByDayAndNight(grace);
  await grace.getByLabel("Password").fill("another horse battery");
  await accept(grace).click();
  await expect(grace.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await thief.goto("/");
  await signIn(thief, email);
  await expect(thief.getByRole("alert")).toContainText("wrong");
  await fresh.end();
  await mail.close();
});
