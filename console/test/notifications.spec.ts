import { listDevices } from "@groundplan/contract";
import {
  expect,
  expectAccessibleByDayAndNight,
  expectNothingSideways,
  pageOf,
  settled,
  test,
} from "./watched.ts";
import { programOf } from "./world.ts";

test("Where notifications go is chosen by kind and channel, by keyboard and at 390 px", {
  tag: "@both",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/inbox/settings");
  const push = page.getByRole("checkbox", { name: "Push: Comments that mention you" });
  await expect(push).not.toBeChecked();
  await push.press("Space");
  await expect(push).toBeChecked();
  const claims = page.getByRole("checkbox", { name: "Inbox: Ends of your claims, and reviews" });
  await expect(claims).toBeChecked();
  await claims.press("Space");
  await expect(claims).not.toBeChecked();
  // This service sends no mail, and says so.
  await expect(page.getByText("This service sends no mail.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Mail: Comments that mention you" })).toBeDisabled();
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  await settled(page);
  await page.reload();
  await expect(push).toBeChecked();
  await push.press("Space");
  await settled(page);
});

// Adding a browser turns pushes on if none are, so no other test may choose Grace's meanwhile.
test("A browser is added with the user's consent, is told apart from others, and is removed, by hand or by signing out", async ({
  browser,
}) => {
  const page = await pageOf(browser, "grace");
  await page.context().grantPermissions(["notifications"]);
  // The test's browser has no push service.
  await page.addInitScript(() => {
    let subscription: object | null = null;
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => {
        const endpoint = "https://1.1.1.1/push";
        subscription = {
          endpoint,
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            subscription = null;
          },
        };
        return subscription;
      },
    });
  });
  await page.goto("/inbox/settings");
  await expect(page.getByText("No browser gets notifications yet.")).toBeVisible();
  await page.getByRole("button", { name: "Get notifications in this browser" }).press("Enter");
  const browsers = page.getByRole("list", { name: "Browsers" });
  await expect(browsers).toContainText("Chrome on Linux");
  await expect(browsers).toContainText("This browser");
  await expect(page.getByRole("checkbox", { name: "Push: Comments that mention you" })).toBeChecked();
  await expectAccessibleByDayAndNight(page);
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toEqual([expect.stringMatching(/^\/push\/[\w-]+\/$/)]);
  await page.getByRole("button", { name: "Remove Chrome on Linux" }).press("Enter");
  await expect(page.getByText("No browser gets notifications yet.")).toBeVisible();
  await page.getByRole("button", { name: "Get notifications in this browser" }).press("Enter");
  await expect(browsers).toContainText("This browser");
  await page.getByRole("button", { name: "Sign out" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to Groundplan" })).toBeVisible();
  expect((await programOf("grace").call(listDevices, {})).devices).toEqual([]);
  await page.context().close();
});

test("A plan is followed and a spec of it muted, by keyboard, in both themes and at 390 px", {
  tag: "@both",
}, async ({ browser }) => {
  const page = await pageOf(browser, "grace");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/projects/web/plans/PLAN-1");
  await page.getByRole("button", { name: "Follow or mute this plan" }).press("Enter");
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("menuitemcheckbox", { name: /^Follow/ }).press("Enter");
  await expect(page.getByRole("button", { name: "Following this plan" })).toBeVisible();
  await expectNothingSideways(page);
  await page.goto("/projects/web/plans/PLAN-1/specs/SPEC-1");
  await page.getByRole("button", { name: "Following this spec" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: /^Mute/ }).press("Enter");
  await expect(page.getByRole("button", { name: "Muted this spec" })).toBeVisible();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Muted this spec" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: /^As above it: following/ }).press("Enter");
  await page.goto("/projects/web/plans/PLAN-1");
  await page.getByRole("button", { name: "Following this plan" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: /^Tell me what concerns me/ }).press("Enter");
  await expect(page.getByRole("button", { name: "Follow or mute this plan" })).toBeVisible();
  await settled(page);
  await page.context().close();
});
