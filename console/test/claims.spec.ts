import {
  completeClaim,
  createPlan,
  createSpec,
  getClaim,
  getPlan,
  getSpec,
  renewClaim,
  type SpecClaim,
  takeClaim,
} from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { dialogOf } from "./fresh.ts";
import { planOf, rowOf, titled } from "./plans.ts";
import { refuse, showOtherwise } from "./refusals.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

/** The end of a lease as the console shows it; its browser has this process's time zone. */
const clock = (until: string) => new Date(until).toTimeString().slice(0, 5);

const heldBy = ({ until }: Pick<SpecClaim, "until">, who: string) => `Held by ${who} until ${clock(until)}`;

/** Returns a plan of Ada's, whose specs her and Grace's agents can claim. */
async function planToClaim(name: string) {
  const found = await planOf(name, titled("Cart", "Payment", "Receipt"));
  const take = async (person: "ada" | "grace", specShortId: string, agent: string) => {
    const spec = `${found.params.planShortId}/${specShortId}`;
    return (await programOf(person).call(takeClaim, { body: { spec, agent, minutes: 60 } })).claim;
  };
  const stateOf = async ({ id: claimId }: { id: string }) =>
    (await programOf("ada").call(getClaim, { params: { claimId } })).claim.state;
  return { ...found, take, stateOf };
}

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("A person watches on the board how two agents claim specs, and releases one with a press", async ({
  page,
  browser,
}) => {
  const { path, take, stateOf } = await planToClaim("Kiosk watched live");
  const live = page.waitForResponse("**/v1/events");
  await page.goto(`${path}/board`);
  await live;
  await expect(column(page, "Todo").getByText("Cart")).toBeVisible();
  const first = await take("ada", "SPEC-1", "Coder 1");
  const second = await take("grace", "SPEC-2", "Coder 2");
  const working = column(page, "In progress");
  await expect(rowOf(page, "Cart")).toContainText(heldBy(first, "Ada (Coder 1)"), soon);
  await expect(working).toContainText(heldBy(second, "Grace (Coder 2)"), soon);
  await expect(working).toContainText("Cart");
  await expectAccessibleByDayAndNight(page);

  const grace = await pageOf(browser, "grace");
  await grace.goto(`${path}/board`);
  await expect(rowOf(grace, "Cart")).toContainText(heldBy(first, "Ada (Coder 1)"));
  await expect(grace.getByRole("button", { name: "Release SPEC-2" })).toBeVisible();
  await expect(grace.getByRole("button", { name: "Release SPEC-1" })).toHaveCount(0);
  await grace.context().close();

  await page.getByRole("button", { name: "Release SPEC-2" }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(`Grace (Coder 2) holds it until ${clock(second.until)}.`);
  await expectAccessibleByDayAndNight(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await stateOf(second)).toBe("held");
  await page.getByRole("button", { name: "Release SPEC-2" }).click();
  await dialog.getByRole("button", { name: "Release SPEC-2" }).click();
  await expect(page.getByText("SPEC-2 is released and back in Todo.")).toBeVisible();
  await expect(column(page, "Todo").getByText("Payment")).toBeVisible(soon);
  await expect(rowOf(page, "Payment")).not.toContainText("Held by");
  expect(await stateOf(second)).toBe("released");
  expect(await stateOf(first)).toBe("held");

  await page.goto("/ready");
  await page.getByLabel("Filter by title").fill("Cart");
  const row = page.getByRole("listitem").filter({ hasText: "Kiosk watched live" });
  await expect(row).toContainText(heldBy(first, "Ada (Coder 1)"));
});

test("The list, the spec and both views of the graph show who holds a spec, and release it", async ({
  page,
}) => {
  const { path, take, stateOf } = await planToClaim("Kiosk by day and night");
  let claim = await take("grace", "SPEC-1", "Coder 2");
  const release = page.getByRole("button", { name: "Release SPEC-1" });
  const isShown = async () => {
    await expect(page.locator("#main")).toContainText(heldBy(claim, "Grace (Coder 2)"));
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessibleByDayAndNight(page);
    await page.setViewportSize({ width: 1360, height: 860 });
  };
  const releases = async () => {
    await release.click();
    await dialogOf(page).getByRole("button", { name: "Release SPEC-1" }).click();
    await expect(release).toHaveCount(0);
    expect(await stateOf(claim)).toBe("released");
    claim = await take("grace", "SPEC-1", "Coder 2");
    await expect(page.locator("#main")).toContainText(heldBy(claim, "Grace (Coder 2)"), soon);
  };
  for (const view of ["", "/graph?list=true", "/graph", "/specs/SPEC-1"]) {
    await page.goto(path + view);
    await isShown();
    await releases();
  }
});

test("In a window of medium width the holder of a spec stands below its title, which stays whole", async ({
  page,
}) => {
  const { path, take } = await planToClaim("Kiosk in half a window");
  await take("ada", "SPEC-1", "claude-code 2.0.0");
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.goto(path);
  const row = rowOf(page, "Cart");
  const title = await row.getByText("Cart", { exact: true }).boundingBox();
  const holder = await row.getByText("Held by Ada (claude-code 2.0.0)").boundingBox();
  expect(holder?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
});

test("The graph of a plan shows who holds specs of its sub-plans", async ({ page }) => {
  const { ada, plan, path } = await planToClaim("Kiosk with parts");
  const web = { projectSlug: "web" };
  const body = { name: "Kiosk, a part", parentPlanId: plan.id };
  const { plan: below } = await ada.call(createPlan, { params: web, body });
  const params = { ...web, planShortId: below.shortId };
  await ada.call(createSpec, { params, body: { title: "Wallet" } });
  await page.goto(`${path}/graph`);
  await expect(page.getByText("Wallet")).toBeVisible();
  const spec = `${below.shortId}/SPEC-1`;
  const { claim } = await ada.call(takeClaim, { body: { spec } });
  const card = page.locator(".react-flow__node", { hasText: "Wallet" });
  await expect(card).toContainText(heldBy(claim, "Ada"), soon);
  await expect(card.getByRole("button", { name: "Release SPEC-1" })).toHaveCount(1);
});

test("A status that a claim refuses says who holds the spec until when, and offers its release where allowed", async ({
  page,
  browser,
}) => {
  const { ada, params, path, take } = await planToClaim("Refused by a claim");
  const claim = await take("ada", "SPEC-1", "Coder 1");
  const finish = async (tab: Page) => {
    await tab.getByRole("button", { name: /^Status of SPEC-1/ }).click();
    await tab.getByRole("menuitemcheckbox", { name: "Done" }).click();
  };
  const message = `SPEC-1 is held by Ada (Coder 1) until ${clock(claim.until)}.`;
  const statusNow = async () =>
    (await ada.call(getSpec, { params: { ...params, specShortId: "SPEC-1" } })).spec.status;

  const grace = await pageOf(browser, "grace");
  await grace.goto(path);
  await finish(grace);
  const refused = grace.getByText(`${message} Its holder or an owner of the plan can release it.`);
  await expect(refused).toBeVisible();
  await expect(grace.getByRole("button", { name: /Release|Retry/ })).toHaveCount(0);
  await expectAccessibleByDayAndNight(grace);
  await grace.context().close();

  await page.goto(path);
  await finish(page);
  await expect(page.getByText(`${message} Release it to change its status.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Status of SPEC-1: In progress" })).toBeVisible();
  expect(await statusNow()).toBe("IN_PROGRESS");
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Release SPEC-1" }).click();
  await expect(page.getByText("SPEC-1 is released and back in Todo.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Status of SPEC-1: Todo" })).toBeVisible(soon);
  await finish(page);
  await expect.poll(statusNow).toBe("DONE");
});

test("Of several statuses that are set at once only those of held specs are refused", async ({ page }) => {
  const { path, take } = await planToClaim("Set at once");
  const claim = await take("grace", "SPEC-2", "Coder 2");
  await page.goto(path);
  await expect(rowOf(page, "Payment")).toContainText(heldBy(claim, "Grace (Coder 2)"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Set the status of the selected specs" }).click();
  await page.getByRole("menuitem", { name: "Done" }).click();
  const message = `1 of 3 changes failed. SPEC-2 is held by Grace (Coder 2) until ${clock(claim.until)}.`;
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Status of SPEC-.: Done$/ })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Status of SPEC-2: In progress" })).toBeVisible();
});

test("A release that comes too late says how the claim has ended", async ({ page }) => {
  const { path, take, stateOf } = await planToClaim("Released too late");
  const claim = await take("ada", "SPEC-1", "Coder 1");
  await page.route("**/release", async (route) => {
    await programOf("ada").call(completeClaim, { params: { claimId: claim.id }, body: {} });
    await route.continue();
  });
  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("button", { name: "Release SPEC-1" }).click();
  await dialogOf(page).getByRole("button", { name: "Release SPEC-1" }).click();
  await expect(page.getByText("The claim is completed already")).toBeVisible();
  await expect(page.getByRole("button", { name: "Status: Done" })).toBeVisible();
  await expect(page.locator("#main")).not.toContainText("Held by");
  expect(await stateOf(claim)).toBe("completed");
});

test("Home lists held specs, the user's own first, with their notes, and releases them", async ({ page }) => {
  const { params, path, take, stateOf } = await planToClaim("Kiosk of its own");
  const own = await take("ada", "SPEC-1", "Coder 1");
  const other = await take("grace", "SPEC-2", "Coder 2");
  const note = "The cart is half done.";
  await programOf("ada").call(renewClaim, { params: { claimId: own.id }, body: { note } });
  // Other tests' claims are many.
  await showOtherwise<{ claims: { planShortId: string }[] }>(page, "**/v1/claims?*", ({ claims }) => ({
    claims: claims.filter(({ planShortId }) => planShortId === params.planShortId),
  }));
  await page.goto("/");
  const section = page.getByRole("region", { name: "Held now" });
  const rows = section.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Cart");
  await expect(rows.nth(0)).toContainText(note);
  await expect(rows.nth(0)).toContainText(heldBy(own, "Ada (Coder 1)"));
  await expect(rows.nth(1)).toContainText("Payment");
  await expect(rows.nth(1)).toContainText(heldBy(other, "Grace (Coder 2)"));
  await expect(rows.nth(1).getByRole("link")).toHaveAttribute("href", `${path}/specs/SPEC-2`);
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessibleByDayAndNight(page);

  const press = async () => {
    await rows.nth(0).getByRole("button", { name: "Release SPEC-1" }).click();
    await dialogOf(page).getByRole("button", { name: "Release SPEC-1" }).click();
  };
  await refuse(page, press, async () => {
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    expect(await stateOf(own)).toBe("held");
  });
  await press();
  await expect(rows).toHaveCount(1);
  expect(await stateOf(own)).toBe("released");
  await rows.getByRole("button", { name: "Release SPEC-2" }).click();
  await dialogOf(page).getByRole("button", { name: "Release SPEC-2" }).click();
  await expect(section.locator("[data-empty]")).toContainText("No specs are held.");
  await expectAccessibleByDayAndNight(page);
});

test("A lease that was renewed in silence is read again when the shown one ends", async ({ page }) => {
  const { path, take } = await planToClaim("Renewed in silence");
  const claim = await take("ada", "SPEC-1", "Coder 1");
  let reads = 0;
  await showOtherwise<{ specs: { claim: SpecClaim | null }[] }>(page, "**/specs?*", ({ specs }) => {
    reads++;
    const until = new Date(Date.now() - 3_600_000).toISOString();
    return {
      specs:
        reads > 1 ? specs : specs.map((spec) => ({ ...spec, claim: spec.claim && { ...spec.claim, until } })),
    };
  });
  await page.goto(path);
  await expect(rowOf(page, "Cart")).toContainText(heldBy(claim, "Ada (Coder 1)"));
  expect(reads).toBeGreaterThan(1);
});

test("A plan is set to ready from its menu, so that agents can choose its specs, and back", async ({
  page,
}) => {
  const { ada, params, path } = await planToClaim("Kiosk made ready");
  const statusNow = async () => (await ada.call(getPlan, { params })).plan.status;
  const press = async (act: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await page.goto(path);
  await press("Ready to build");
  await expect(page.getByText("Kiosk made ready is ready to build")).toBeVisible();
  await expect(page.getByText("Planning", { exact: true })).toHaveCount(0);
  await expect.poll(statusNow).toBe("READY");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(statusNow).toBe("PLANNING");
  await press("Ready to build");
  await expect.poll(statusNow).toBe("READY");
  await press("Back to planning");
  await expect.poll(statusNow).toBe("PLANNING");
});

test("Whoever deletes or moves a claimed spec is told that the claim ends", async ({ page }) => {
  const { path, take } = await planToClaim("Kiosk cut short");
  await take("grace", "SPEC-1", "Coder 2");
  const ends = "Grace (Coder 2) is working on";
  await page.goto(`${path}/specs/SPEC-1`);
  await page.getByRole("button", { name: "More actions for this spec" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect(dialogOf(page)).toContainText(`${ends} it: the claim ends.`);
  await page.goto(path);
  await expect(rowOf(page, "Cart")).toContainText("Held by");
  await page.keyboard.press("ControlOrMeta+a");
  for (const act of ["Move", "Delete"]) {
    await page.getByRole("button", { name: new RegExp(`^${act}`) }).click();
    await expect(dialogOf(page)).toContainText(`${ends} one of them: the claim ends.`);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  }
});

test("A graph that is zoomed out draws held specs in their own colour", async ({ page }) => {
  const { path, take } = await planToClaim("Kiosk from afar");
  await take("grace", "SPEC-1", "Coder 2");
  await page.goto(`${path}/graph`);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  for (let n = 0; n < 8; n++) await page.keyboard.press("-");
  await expect(page.locator(".react-flow__node")).toHaveCount(0);
  await expect(page.locator("path.fill-warn-soft")).toHaveAttribute("d", /\d/);
});
