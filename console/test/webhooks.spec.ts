import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createKey, dialogOf, openFresh, setUp, test } from "./fresh.ts";
import { expect, expectAccessibleByDayAndNight, expectNothingSideways, settled } from "./watched.ts";

/** A receiver that answers with a status. */
async function receive() {
  const receiver = { status: 500, bodies: [] as string[], url: "", close: () => {} };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      receiver.bodies.push(body);
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = () => server.close();
  return receiver;
}

test("A webhook is added, tested, understood when it fails, sent again, and given another secret, by keyboard at 390 px", {
  tag: "@both",
}, async ({ browser }) => {
  const receiver = await receive();
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/webhooks");
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await page.keyboard.press("c");
  const dialog = dialogOf(page);
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("checkbox", { name: /^All, those of later/ }).press("Space");
  await dialog.getByText(/^plan \(/).press("Enter");
  await dialog.getByRole("checkbox", { name: "plan.created" }).press("Space");
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole("button", { name: "Add webhook" }).press("Enter");
  const secret = page.getByRole("region", { name: "The webhook's secret" });
  await expect(secret.locator("code")).toHaveText(/^whsec_/);
  const webhooks = page.getByRole("list", { name: "Webhooks" });
  await expect(webhooks).toContainText("1 of");
  await expectAccessibleByDayAndNight(page);
  await webhooks.getByRole("link").press("Enter");

  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  const deliveries = page.getByRole("list", { name: "Deliveries" });
  await expect(deliveries).toContainText("webhook.tested");
  await expect(deliveries).toContainText("answered 500");
  await expect(deliveries).toContainText("Check");
  await page.getByRole("button", { name: /^Request of webhook.tested/ }).press("Enter");
  await expect(page.getByRole("region", { name: "Headers" })).toContainText("webhook-signature: v1,");
  await expect(page.getByRole("region", { name: "Body" })).toContainText('"type": "webhook.tested"');
  await expectNothingSideways(page);
  await expectAccessibleByDayAndNight(page);
  receiver.status = 204;
  await page.getByRole("button", { name: /^Send again: webhook.tested/ }).press("Enter");
  await expect(deliveries).toContainText("Delivered");

  await page.getByRole("button", { name: "More actions for this webhook" }).press("Enter");
  await page.getByRole("menuitem", { name: "Give it another secret…" }).press("Enter");
  await dialogOf(page).getByRole("button", { name: "Make a secret" }).press("Enter");
  await expect(secret.locator("code")).toHaveText(/^whsec_/);
  await page.getByRole("button", { name: "More actions for this webhook" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
  await dialogOf(page).getByRole("button", { name: "Delete webhook" }).press("Enter");
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await settled(page);
  receiver.close();
  await fresh.end();
});

test("A webhook for a chat sends lines of text, and has no secret", async ({ browser }) => {
  const receiver = await receive();
  receiver.status = 200;
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  const page = await fresh.open();
  await setUp(page, fresh);
  await page.goto("/settings/webhooks");
  await page.getByRole("button", { name: "Add a webhook" }).press("Enter");
  await dialogOf(page).getByLabel("Address").fill(receiver.url);
  await dialogOf(page).getByLabel("Format", { exact: true }).selectOption("slack");
  await dialogOf(page).getByRole("button", { name: "Add webhook" }).press("Enter");
  await page.getByRole("list", { name: "Webhooks" }).getByRole("link", { name: receiver.url }).press("Enter");
  await expect(page.getByText("Chat", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await expect.poll(() => receiver.bodies.join()).toContain("this webhook works");
  expect(JSON.parse(receiver.bodies[0] ?? "")).toEqual({ text: expect.stringContaining("*Ada*") });
  await page.getByRole("button", { name: "More actions for this webhook" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
  await dialogOf(page).getByRole("button", { name: "Delete webhook" }).press("Enter");
  await settled(page);
  receiver.close();
  await fresh.end();
});

test("The list of webhooks says which fails and why, and a delivery that was not tried yet what it waits for; once nothing changes the page looks seldom", async ({
  browser,
}) => {
  const receiver = await receive();
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  const page = await fresh.open();
  await setUp(page, fresh);
  const authorization = `Bearer ${await createKey(fresh)}`;
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(fresh.url + path, sent);
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  };
  const { webhook } = await send("POST", "/v1/webhooks", { url: receiver.url });
  await send("POST", "/v1/projects", { name: "Web" });
  await send("PATCH", "/v1/projects/web", { name: "Site" });
  await expect
    .poll(async () => (await send("GET", `/v1/webhooks/${webhook.id}`)).webhook.lastError?.reason)
    .toBe("status");
  await page.goto("/settings/webhooks");
  const listed = page.getByRole("list", { name: "Webhooks" });
  await expect(listed).toContainText("Failing");
  await expect(listed).toContainText("The other side answered with an error");
  await expectAccessibleByDayAndNight(page);
  await listed.getByRole("link").press("Enter");
  const delivery = (type: string) => page.getByRole("listitem").filter({ hasText: type });
  await expect(delivery("project.created")).toContainText("answered 500");
  await expect(delivery("project.updated")).toContainText(
    "waits for an earlier event about the same subject",
  );
  await expect(delivery("project.created")).not.toContainText("waits");

  // Nothing changes any more.
  let looks = 0;
  let kept: string | undefined;
  await page.route("**/deliveries?*", async (route) => {
    kept ??= await (await route.fetch()).text();
    looks += 1;
    await route.fulfill({ body: kept, contentType: "application/json" });
  });
  await page.clock.install();
  await page.reload();
  await expect(delivery("project.created")).toBeVisible();
  for (let n = 0; n < 5; n++) {
    const before = looks;
    await page.clock.runFor(2_000);
    await expect.poll(() => looks).toBeGreaterThan(before);
  }
  await page.clock.fastForward(60_000);
  await settled(page);
  const before = looks;
  for (let n = 0; n < 10; n++) await page.clock.runFor(2_000);
  expect(looks).toBe(before);
  await page.clock.runFor(10_000);
  await expect.poll(() => looks).toBeGreaterThan(before);
  await settled(page);
  receiver.close();
  await fresh.end();
});
