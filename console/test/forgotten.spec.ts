import { startMailServer } from "../../server/test/mail-server.ts";
import { expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight } from "./watched.ts";

test("A forgotten password is reset by a mailed link, and a used link leads to a new one", async ({
  browser,
}, info) => {
  info.setTimeout(300_000);
  const mail = await startMailServer();
  const fresh = await openFresh(browser, {
    GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    GROUNDPLAN_SMTP_FROM: "plans@example.com",
  });
  await setUp(await fresh.open(), fresh);
  const page = await fresh.open();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
  await expectAccessibleByDayAndNight(page);
  await page.getByLabel("E-mail").fill("ada@acme.example");
  await page.getByLabel("E-mail").press("Enter");
  await expect(page.getByRole("status")).toContainText("a mail with a link is on its way");
  await expectAccessibleByDayAndNight(page);
  await expect.poll(() => mail.mails.length).toBe(1);
  const link = /http\S+/.exec(mail.mails[0]?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByLabel("Password").fill("another horse battery");
  await page.getByRole("button", { name: "Set password" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This link was used already");
  await page.getByRole("button", { name: "Get another link" }).press("Enter");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await fresh.end();
  await mail.close();
});

test("Without mail the page names whom to ask about a forgotten password", async ({ fresh }) => {
  await setUp(await fresh.open(), fresh);
  const page = await fresh.open();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter");
  await expect(page.getByText("Ask its operator for a link")).toBeVisible();
  await expect(page.getByText("groundplan admin user reset --email")).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("link", { name: "Go to sign-in" }).press("Enter");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});
